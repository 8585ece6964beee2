<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_TW" sourcelanguage="en">
<context>
    <name>About</name>
    <message>
        <source>Open the folder</source>
        <translation>開啟資料夾</translation>
    </message>
    <message>
        <source>Copy details for a report</source>
        <translation>複製回報用的資訊</translation>
    </message>
    <message>
        <source>About Fermata</source>
        <translation>關於 Fermata</translation>
    </message>
    <message>
        <source>Language models</source>
        <translation>語言模型</translation>
    </message>
    <message>
        <source>What it is made of</source>
        <translation>組成元件</translation>
    </message>
    <message>
        <source>Your texts, recordings and models</source>
        <translation>您的文字、錄音和模型</translation>
    </message>
    <message>
        <source>For a report</source>
        <translation>用於回報</translation>
    </message>
    <message>
        <source>Versions only; nothing you said:</source>
        <translation>只有版本號，沒有您說過的內容：</translation>
    </message>
    <message>
        <source>Offline dictation that does not mistake a pause for a full stop.</source>
        <translation>離線聽寫：停頓不會被當作句號。</translation>
    </message>
    <message>
        <source>Nothing you say or write leaves this computer. Fermata uses the network only when you download a model, and reports nothing to anyone.</source>
        <translation>您說的和寫的內容不會離開這台電腦。只有您自己下載模型時才會使用網路，也不會向任何人回報任何內容。</translation>
    </message>
    <message>
        <source>Free software under the Apache License 2.0. The language models that come with it are CC BY-SA 4.0; the typefaces Inter and Literata are under the SIL Open Font License.</source>
        <translation>自由軟體，採用 Apache License 2.0 授權。隨附的語言模型採用 CC BY-SA 4.0 授權；字型 Inter 和 Literata 採用 SIL Open Font License 授權。</translation>
    </message>
    <message>
        <source>No file manager was found.</source>
        <translation>桌面沒有可以開啟資料夾的程式。</translation>
    </message>
    <message>
        <source>Details copied.</source>
        <translation>資訊已複製。</translation>
    </message>
</context>
<context>
    <name>AccessibilityPage</name>
    <message>
        <source>Accessibility</source>
        <translation>輔助使用</translation>
    </message>
</context>
<context>
    <name>AdvancedPage</name>
    <message>
        <source>Advanced</source>
        <translation>進階</translation>
    </message>
</context>
<context>
    <name>BottomBar</name>
    <message>
        <source>Microphone</source>
        <translation>麥克風</translation>
    </message>
    <message>
        <source>System microphone</source>
        <translation>系統麥克風</translation>
    </message>
    <message>
        <source>Language model</source>
        <translation>語言模型</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>暫停</translation>
    </message>
    <message>
        <source>Turns the microphone off until you resume. Shift+F5</source>
        <translation>關閉麥克風，直到您繼續。Shift+F5</translation>
    </message>
    <message>
        <source>Discard this dictation</source>
        <translation>捨棄這次聽寫</translation>
    </message>
    <message>
        <source>Stop and discard this dictation; it can be restored. Ctrl+Shift+Delete</source>
        <translation>捨棄這次聽寫：聽寫會結束，之後仍可還原。Ctrl+Shift+Delete</translation>
    </message>
    <message>
        <source>Elapsed time</source>
        <translation>經過時間</translation>
    </message>
    <message>
        <source>Resume</source>
        <translation>繼續</translation>
    </message>
</context>
<context>
    <name>BrokenModel</name>
    <message>
        <source>“%1” does not work. Its files may be damaged.</source>
        <translation>「%1」無法運作；其檔案可能已損毀。</translation>
    </message>
    <message>
        <source>“%1” is missing.</source>
        <translation>「%1」已不存在。</translation>
    </message>
    <message>
        <source>“%1” is used instead. Nothing is lost.</source>
        <translation>改由「%1」辨識您說的話，不會遺失內容。</translation>
    </message>
    <message>
        <source>Download again</source>
        <translation>重新下載</translation>
    </message>
    <message>
        <source>Open models</source>
        <translation>查看模型</translation>
    </message>
    <message>
        <source>Remove it</source>
        <translation>移除</translation>
    </message>
</context>
<context>
    <name>ChangesBar</name>
    <message>
        <source>Show changes</source>
        <translation>顯示變更</translation>
    </message>
    <message>
        <source>Previous</source>
        <translation>上一處</translation>
    </message>
    <message>
        <source>Next</source>
        <translation>下一處</translation>
    </message>
    <message>
        <source>Highlight what differs from the file (Ctrl+D). Underlined: added; dotted: capitals; wavy: removed</source>
        <translation>醒目提示與檔案不同之處（Ctrl+D）。底線：加上；點線：大小寫；波浪線：去掉</translation>
    </message>
    <message>
        <source>Reject</source>
        <translation>拒絕</translation>
    </message>
    <message>
        <source>Accept all</source>
        <translation>全部接受</translation>
    </message>
    <message>
        <source>Reject all</source>
        <translation>全部拒絕</translation>
    </message>
    <message>
        <source>Speakers…</source>
        <translation>說話者…</translation>
    </message>
    <message>
        <source>Previous change (Shift+F7)</source>
        <translation>上一處變更（Shift+F7）</translation>
    </message>
    <message>
        <source>Next change (F7)</source>
        <translation>下一處變更（F7）</translation>
    </message>
    <message>
        <source>Restore what the file says here (Ctrl+F7)</source>
        <translation>改回檔案此處的寫法（Ctrl+F7）</translation>
    </message>
    <message>
        <source>Highlight what differs from the text before (Ctrl+D). Underlined: another word; dotted: capitals; wavy: left out; dashed: what you wrote yourself</source>
        <translation>標示與先前文字不同之處（Ctrl+D）。底線：不同的字詞；點線：大小寫；波浪線：刪去；虛線：您自己寫的</translation>
    </message>
    <message>
        <source>Accept the new text</source>
        <translation>將新的文字納入工作階段</translation>
    </message>
    <message>
        <source>Keep the old text</source>
        <translation>保留原來的文字</translation>
    </message>
    <message>
        <source>Restore the old text here (Ctrl+F7)</source>
        <translation>還原此處先前的文字（Ctrl+F7）</translation>
    </message>
    <message>
        <source>Use it</source>
        <translation>採用</translation>
    </message>
    <message>
        <source>Use the recognised words instead of yours (Ctrl+F7)</source>
        <translation>以辨識結果取代您寫的文字（Ctrl+F7）</translation>
    </message>
    <message>
        <source>Keep the text as it is and stop highlighting changes</source>
        <translation>保留現在的文字，不再醒目提示變更</translation>
    </message>
    <message>
        <source>Restore what the file says, everywhere</source>
        <translation>全部改回檔案中的寫法</translation>
    </message>
    <message>
        <source>Rename the speakers</source>
        <translation>更改說話者的名稱</translation>
    </message>
</context>
<context>
    <name>ClearButton</name>
    <message>
        <source>Clear</source>
        <translation>清除</translation>
    </message>
</context>
<context>
    <name>Commands</name>
    <message>
        <source>mark after a word</source>
        <translation>詞後的符號</translation>
    </message>
    <message>
        <source>closing mark</source>
        <translation>結尾的符號</translation>
    </message>
    <message>
        <source>mark before a word</source>
        <translation>詞前的符號</translation>
    </message>
    <message>
        <source>joins two words</source>
        <translation>連接兩個詞</translation>
    </message>
    <message>
        <source>marks around words; each phrase contains “*”</source>
        <translation>詞語兩邊的符號，每個說法裡有一個「*」</translation>
    </message>
    <message>
        <source>inserts text</source>
        <translation>寫一段文字</translation>
    </message>
    <message>
        <source>filler, left out if you choose so</source>
        <translation>口頭填充詞，依設定省去</translation>
    </message>
    <message>
        <source>stays as it is</source>
        <translation>保持原樣</translation>
    </message>
    <message>
        <source>symbol between spaces</source>
        <translation>兩側有空格的符號</translation>
    </message>
    <message>
        <source>new line</source>
        <translation>換行</translation>
    </message>
    <message>
        <source>new paragraph</source>
        <translation>新段落</translation>
    </message>
    <message>
        <source>new list item</source>
        <translation>新的清單項目</translation>
    </message>
    <message>
        <source>new heading</source>
        <translation>新標題</translation>
    </message>
    <message>
        <source>capitalises the next word</source>
        <translation>下一個詞的首字母大寫</translation>
    </message>
    <message>
        <source>next word in capitals</source>
        <translation>下一個詞全部大寫</translation>
    </message>
    <message>
        <source>next word in lower case</source>
        <translation>下一個詞不用大寫</translation>
    </message>
    <message>
        <source>writes the next command as words</source>
        <translation>將下一個指令當作文字寫出</translation>
    </message>
    <message>
        <source>deletes everything since the last pause</source>
        <translation>刪除上次停頓以來說的話</translation>
    </message>
    <message>
        <source>deletes the last word</source>
        <translation>刪除最後一個詞</translation>
    </message>
    <message>
        <source>deletes the last sentence</source>
        <translation>刪除最後一句</translation>
    </message>
    <message>
        <source>undoes the last change</source>
        <translation>復原上一次變更</translation>
    </message>
    <message>
        <source>replaces words; each “*” stands for some</source>
        <translation>以其他文字取代某些文字，各以「*」表示</translation>
    </message>
    <message>
        <source>selects words; what you say next replaces them</source>
        <translation>選取字詞，接著說的話會取代它們</translation>
    </message>
    <message>
        <source>picks a reading by its number</source>
        <translation>依編號採用一種聽法</translation>
    </message>
    <message>
        <source>replaces the selection with letters</source>
        <translation>以逐一唸出的字母取代選取的內容</translation>
    </message>
    <message>
        <source>capitalises the selection</source>
        <translation>選取的單字首字母大寫</translation>
    </message>
    <message>
        <source>makes the selection bold</source>
        <translation>把選取的內容設為粗體</translation>
    </message>
    <message>
        <source>continues at the beginning of the text</source>
        <translation>從文字開頭繼續</translation>
    </message>
    <message>
        <source>continues at the end of the text</source>
        <translation>從文字結尾繼續</translation>
    </message>
    <message>
        <source>plays the selection, or the last sentence</source>
        <translation>播放選取的內容或最後一句的錄音</translation>
    </message>
    <message>
        <source>selects words and offers other readings</source>
        <translation>選取字詞並列出其他聽法</translation>
    </message>
    <message>
        <source>stops writing until woken</source>
        <translation>在喚醒之前不寫任何文字</translation>
    </message>
    <message>
        <source>resumes writing</source>
        <translation>繼續書寫</translation>
    </message>
    <message>
        <source>only spoken punctuation</source>
        <translation>只加上說出的標點</translation>
    </message>
    <message>
        <source>automatic punctuation</source>
        <translation>恢復自動加標點</translation>
    </message>
    <message>
        <source>presses Enter in the application in front</source>
        <translation>在最前面的應用程式中按 Enter</translation>
    </message>
    <message>
        <source>comma</source>
        <translation>逗號</translation>
    </message>
    <message>
        <source>full stop</source>
        <translation>句號</translation>
    </message>
    <message>
        <source>question mark</source>
        <translation>問號</translation>
    </message>
    <message>
        <source>exclamation mark</source>
        <translation>驚嘆號</translation>
    </message>
    <message>
        <source>colon</source>
        <translation>冒號</translation>
    </message>
    <message>
        <source>semicolon</source>
        <translation>分號</translation>
    </message>
    <message>
        <source>enumeration comma</source>
        <translation>頓號</translation>
    </message>
    <message>
        <source>ellipsis</source>
        <translation>刪節號</translation>
    </message>
    <message>
        <source>dash</source>
        <translation>破折號</translation>
    </message>
    <message>
        <source>percent sign</source>
        <translation>百分號</translation>
    </message>
    <message>
        <source>opening quotation mark</source>
        <translation>上引號</translation>
    </message>
    <message>
        <source>closing quotation mark</source>
        <translation>下引號</translation>
    </message>
    <message>
        <source>opening bracket</source>
        <translation>左括號</translation>
    </message>
    <message>
        <source>closing bracket</source>
        <translation>右括號</translation>
    </message>
    <message>
        <source>hyphen</source>
        <translation>連字號</translation>
    </message>
</context>
<context>
    <name>CorrectionList</name>
    <message>
        <source>Corrections</source>
        <translation>更正</translation>
    </message>
    <message>
        <source>Approve</source>
        <translation>採用</translation>
    </message>
    <message>
        <source>Edit…</source>
        <translation>編輯…</translation>
    </message>
    <message>
        <source>Drop</source>
        <translation>捨棄</translation>
    </message>
    <message>
        <source>Approve all</source>
        <translation>全部採用</translation>
    </message>
    <message>
        <source>None yet. When you correct a dictation, the correction waits here. The model learns the ones you approve.</source>
        <translation>還沒有。請開始聽寫並更正錯誤：每項更動都會在此等候，模型會學習您核准的更動。</translation>
    </message>
    <message numerus="yes">
        <source>%Ln approved corrections are new to the model: train now.</source>
        <translation>
            <numerusform>有 %Ln 項已採用的更正尚未學習：現在可以開始訓練。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln to review</source>
        <translation>
            <numerusform>%Ln 項待檢視</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln approved</source>
        <translation>
            <numerusform>已採用 %Ln 項</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>CorrectionModel</name>
    <message>
        <source>To review</source>
        <translation>待檢視</translation>
    </message>
    <message>
        <source>Approved</source>
        <translation>已採用</translation>
    </message>
    <message>
        <source>Dropped</source>
        <translation>已捨棄</translation>
    </message>
</context>
<context>
    <name>Destination</name>
    <message>
        <source>Where you want to write</source>
        <translation>您要寫在哪裡</translation>
    </message>
    <message>
        <source>Here, in Fermata</source>
        <translation>就在這裡，Fermata 中</translation>
    </message>
    <message>
        <source>In the application in front</source>
        <translation>前景應用程式中</translation>
    </message>
    <message>
        <source>Press these keys in any application: every finished sentence is inserted at the cursor.</source>
        <translation>在任何應用程式中按下這組按鍵，每個完成的句子都會插入游標處。</translation>
    </message>
</context>
<context>
    <name>DictationController</name>
    <message>
        <source>Copied %1 words.</source>
        <translation>已複製 %1 個詞。</translation>
    </message>
    <message>
        <source>Stop recording first.</source>
        <translation>請先停止聽寫。</translation>
    </message>
    <message>
        <source>No doubtful words.</source>
        <translation>沒有存疑的字詞。</translation>
    </message>
    <message>
        <source>Headings, lists and bold words cannot be saved in this file.</source>
        <translation>標題、清單和粗體無法存進這個檔案。</translation>
    </message>
    <message>
        <source>No more changes in this direction.</source>
        <translation>這個方向沒有其他變更了。</translation>
    </message>
    <message>
        <source>Dictation discarded. Press Ctrl+Z to restore it.</source>
        <translation>已移除您所說的內容；按「復原」即可取回。</translation>
    </message>
    <message>
        <source>Nothing was discarded, because you typed in the middle of it.</source>
        <translation>沒有捨棄任何內容：您輸入的文字夾在所說的內容當中。</translation>
    </message>
    <message>
        <source>Dictation moved to the trash.</source>
        <translation>這次聽寫已移到垃圾桶。</translation>
    </message>
    <message>
        <source>Restore</source>
        <translation>還原</translation>
    </message>
    <message>
        <source>Your last words are kept and offered at the next start.</source>
        <translation>最後所說的內容已保留，下次啟動時會詢問是否還原。</translation>
    </message>
    <message>
        <source>Recording continues; the words will follow.</source>
        <translation>錄音繼續，文字稍後出現。</translation>
    </message>
    <message>
        <source>Nothing is written until you say “%1”.</source>
        <translation>說「%1」之前，什麼都不會寫下。</translation>
    </message>
    <message>
        <source>Only spoken punctuation is written until you stop.</source>
        <translation>在您停止之前，只寫下您說出的標點。</translation>
    </message>
    <message>
        <source>Automatic punctuation is on again.</source>
        <translation>標點又會自動加上。</translation>
    </message>
    <message>
        <source>“%1” is not in the text.</source>
        <translation>文中沒有「%1」。</translation>
    </message>
    <message>
        <source>There is no such reading.</source>
        <translation>沒有這個編號的聽法。</translation>
    </message>
    <message>
        <source>The microphone was disconnected for %1. The gap is marked in the text.</source>
        <translation>麥克風斷開了 %1；文中已標出位置。</translation>
    </message>
    <message>
        <source>This computer was too busy: %1 s of audio were lost.</source>
        <translation>電腦過於忙碌：遺失了 %1 秒的聲音。</translation>
    </message>
</context>
<context>
    <name>DictationPage</name>
    <message>
        <source>Record or stop</source>
        <translation>開始或停止聽寫</translation>
    </message>
    <message>
        <source>Pause or resume</source>
        <translation>暫停或繼續</translation>
    </message>
    <message>
        <source>Discard this dictation</source>
        <translation>捨棄這次聽寫</translation>
    </message>
    <message>
        <source>Previous doubtful word</source>
        <translation>上一個存疑字詞</translation>
    </message>
    <message>
        <source>Next text</source>
        <translation>下一篇文字</translation>
    </message>
    <message>
        <source>Previous text</source>
        <translation>上一篇文字</translation>
    </message>
    <message>
        <source>Follow the dictation</source>
        <translation>隨語音捲動</translation>
    </message>
</context>
<context>
    <name>DictationSettingsPage</name>
    <message>
        <source>Dictation</source>
        <translation>聽寫</translation>
    </message>
    <message>
        <source>How to send sentences to each application</source>
        <translation>如何把句子傳送到各個應用程式</translation>
    </message>
    <message>
        <source>Automatically</source>
        <translation>自動</translation>
    </message>
    <message>
        <source>Paste with Ctrl+V</source>
        <translation>用 Ctrl+V 貼上</translation>
    </message>
    <message>
        <source>Paste with Ctrl+Shift+V</source>
        <translation>用 Ctrl+Shift+V 貼上</translation>
    </message>
    <message>
        <source>Paste with Shift+Insert</source>
        <translation>用 Shift+Insert 貼上</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>模擬鍵入</translation>
    </message>
</context>
<context>
    <name>DictationStep</name>
    <message>
        <source>Start</source>
        <translation>開始</translation>
    </message>
    <message>
        <source>Start or stop the test dictation</source>
        <translation>開始或停止試用聽寫</translation>
    </message>
    <message>
        <source>Nothing from this test is kept.</source>
        <translation>試用內容不會保留。</translation>
    </message>
    <message>
        <source>Your words appear here.</source>
        <translation>文字會顯示在這裡。</translation>
    </message>
    <message>
        <source>Opening the microphone…</source>
        <translation>正在開啟麥克風…</translation>
    </message>
    <message>
        <source>Listening. Speak now.</source>
        <translation>聆聽中，請說話。</translation>
    </message>
    <message>
        <source>Paused.</source>
        <translation>已暫停。</translation>
    </message>
    <message>
        <source>Finishing the last words…</source>
        <translation>正在處理最後的字詞…</translation>
    </message>
    <message>
        <source>(Any sentence with a pause in the middle.)</source>
        <translation>（說任何一句話，中間停頓一下。）</translation>
    </message>
    <message>
        <source>What Fermata heard</source>
        <translation>聽到的內容</translation>
    </message>
    <message>
        <source>Press Start and read this aloud. Pause for a second at the gap, where many recognisers would end the sentence. Grey words may still change; finished sentences never do.</source>
        <translation>按「開始」並朗讀這句話，在空隙處停一秒：許多辨識引擎會在那裡結束句子。灰色的字詞可能還會改變；完成的句子不會再變。</translation>
    </message>
    <message>
        <source>Press %1, as you will in other applications, and read this aloud. Pause for a second at the gap, where many recognisers would end the sentence. Then press the keys again.</source>
        <translation>按 %1（之後在其他應用程式裡也一樣），然後朗讀這句話。在空白處停頓一秒，許多辨識器會在那裡結束句子。讀完後再按一次。</translation>
    </message>
    <message>
        <source>Asleep.</source>
        <translation>休眠中。</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>You paused after “%1”. With a full stop at every pause it would read: “%2” Fermata waited for the rest.</source>
        <translation>您在「%1」之後停頓了。如果每次停頓都加句號，就會變成：「%2」Fermata 等到了後面的話。</translation>
    </message>
    <message>
        <source>You paused where a sentence could end. Try again, and pause where nobody would put a full stop.</source>
        <translation>您停頓的地方像是句子的結尾。請再試一次，停在不會有人加句號的地方。</translation>
    </message>
    <message>
        <source>No pause was heard. Try again, and pause for a second at the gap.</source>
        <translation>沒有聽到停頓。請再試一次，在空隙處停一秒。</translation>
    </message>
    <message>
        <source>Your voice comes through. Loading the models…</source>
        <translation>已聽到您的聲音；正在載入模型…</translation>
    </message>
    <message>
        <source>The microphone is silent. Is it switched on?</source>
        <translation>麥克風沒有聲音。是否已開啟？</translation>
    </message>
    <message>
        <source>There is sound, but no words are recognised.</source>
        <translation>有聲音，但沒有聽到字詞。</translation>
    </message>
    <message>
        <source>This computer is a little behind; nothing is lost.</source>
        <translation>電腦處理稍有延遲；不會遺失內容。</translation>
    </message>
</context>
<context>
    <name>DictationView</name>
    <message>
        <source>Text</source>
        <translation>文字</translation>
    </message>
    <message>
        <source>Dictated text. You can edit it at any time.</source>
        <translation>聽寫的內容；可隨時編輯。</translation>
    </message>
    <message>
        <source>Play from here (Ctrl+click)</source>
        <translation>從此處播放 (Ctrl+按一下)</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>復原</translation>
    </message>
    <message>
        <source>Press F5 and speak, or type here.</source>
        <translation>按 F5 說話，或在這裡打字。</translation>
    </message>
    <message>
        <source>Redo</source>
        <translation>取消復原</translation>
    </message>
    <message>
        <source>Cut</source>
        <translation>剪下</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>複製</translation>
    </message>
    <message>
        <source>Paste</source>
        <translation>貼上</translation>
    </message>
    <message>
        <source>Select all</source>
        <translation>全選</translation>
    </message>
    <message>
        <source>Dictate here</source>
        <translation>在此處聽寫</translation>
    </message>
</context>
<context>
    <name>DoubtDots</name>
    <message>
        <source>Words that were hard to hear (F8)</source>
        <translation>沒聽清的字詞（F8）</translation>
    </message>
</context>
<context>
    <name>DropOverlay</name>
    <message>
        <source>Drop to transcribe or punctuate</source>
        <translation>放開即可轉寫或加上標點</translation>
    </message>
</context>
<context>
    <name>Durations</name>
    <message>
        <source>%1 s</source>
        <translation>%1 秒</translation>
    </message>
    <message>
        <source>%1 min %2 s</source>
        <translation>%1 分 %2 秒</translation>
    </message>
</context>
<context>
    <name>EntryModel</name>
    <message>
        <source>Written</source>
        <translation>寫法</translation>
    </message>
    <message>
        <source>Spoken</source>
        <translation>說法</translation>
    </message>
</context>
<context>
    <name>ExportDialog</name>
    <message>
        <source>Export</source>
        <translation>匯出</translation>
    </message>
</context>
<context>
    <name>Fermata</name>
    <message>
        <source>Dictation</source>
        <translation>聽寫</translation>
    </message>
    <message>
        <source>Files</source>
        <translation>檔案</translation>
    </message>
    <message>
        <source>History</source>
        <translation>歷史記錄</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>設定</translation>
    </message>
    <message>
        <source>Open models</source>
        <translation>查看模型</translation>
    </message>
    <message>
        <source>Fermata waits here. Press %1 in any application and speak.</source>
        <translation>Fermata 在這裡等候。在任何應用程式裡按 %1，然後說話。</translation>
    </message>
    <message>
        <source>Everywhere</source>
        <translation>任何地方</translation>
    </message>
    <message>
        <source>Choose a microphone</source>
        <translation>選擇麥克風</translation>
    </message>
    <message>
        <source>Open files…</source>
        <translation>開啟檔案…</translation>
    </message>
    <message>
        <source>Help</source>
        <translation>說明</translation>
    </message>
    <message>
        <source>Keys</source>
        <translation>按鍵</translation>
    </message>
    <message>
        <source>About Fermata</source>
        <translation>關於 Fermata</translation>
    </message>
    <message>
        <source>Quit</source>
        <translation>結束</translation>
    </message>
    <message>
        <source>Menu</source>
        <translation>選單</translation>
    </message>
    <message>
        <source>Open settings</source>
        <translation>開啟設定</translation>
    </message>
</context>
<context>
    <name>FileChanges</name>
    <message>
        <source>Show changes</source>
        <translation>顯示變更</translation>
    </message>
    <message>
        <source>Next change</source>
        <translation>下一處變更</translation>
    </message>
    <message>
        <source>Previous change</source>
        <translation>上一處變更</translation>
    </message>
    <message>
        <source>Reject change</source>
        <translation>拒絕這處變更</translation>
    </message>
    <message>
        <source>%1 instead of %2</source>
        <translation>%1，檔案中為%2</translation>
    </message>
    <message>
        <source>%1 is what you wrote; %2 was recognised</source>
        <translation>%1 是您寫的；辨識結果為 %2</translation>
    </message>
    <message>
        <source>Recognised again with %1. Go to a change to see the old text.</source>
        <translation>已用「%1」重新辨識。移到變更處即可看到先前的文字。</translation>
    </message>
    <message>
        <source>You wrote this yourself. Recognised: “%1”</source>
        <translation>這是您自己寫的。辨識結果：「%1」</translation>
    </message>
    <message>
        <source>There was nothing here before.</source>
        <translation>此處先前沒有文字。</translation>
    </message>
    <message>
        <source>Before: “%1”</source>
        <translation>先前：「%1」</translation>
    </message>
</context>
<context>
    <name>FilesController</name>
    <message>
        <source>This text is no longer in the history.</source>
        <translation>這段文字已不在歷史記錄中。</translation>
    </message>
    <message>
        <source>No recordings or transcripts were found there.</source>
        <translation>其中找不到錄音或逐字稿。</translation>
    </message>
    <message>
        <source>Something went wrong; try again.</source>
        <translation>發生問題；請再試一次。</translation>
    </message>
</context>
<context>
    <name>FilesModel</name>
    <message numerus="yes">
        <source>Done: %Ln words</source>
        <translation>
            <numerusform>完成：%Ln 詞</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Recognised again: %Ln words, ready to compare</source>
        <translation>
            <numerusform>已重新辨識：%Ln 詞，待比較</numerusform>
        </translation>
    </message>
    <message>
        <source>Waiting</source>
        <translation>等候中</translation>
    </message>
    <message>
        <source>Cancelled</source>
        <translation>已取消</translation>
    </message>
    <message>
        <source>no punctuation</source>
        <translation>沒有標點</translation>
    </message>
    <message>
        <source>partly punctuated</source>
        <translation>部分有標點</translation>
    </message>
    <message>
        <source>punctuated</source>
        <translation>有標點</translation>
    </message>
    <message numerus="yes">
        <source>%Ln speakers</source>
        <translation>
            <numerusform>%Ln 位說話者</numerusform>
        </translation>
    </message>
    <message>
        <source>punctuation will be repaired</source>
        <translation>將修正標點</translation>
    </message>
    <message>
        <source>punctuation will be redone</source>
        <translation>將重新加標點</translation>
    </message>
    <message>
        <source>punctuation will only be added</source>
        <translation>只會補上標點</translation>
    </message>
    <message>
        <source>punctuation will be added</source>
        <translation>將加上標點</translation>
    </message>
    <message>
        <source>Transcribing</source>
        <translation>正在轉寫</translation>
    </message>
    <message>
        <source>Punctuating</source>
        <translation>正在加標點</translation>
    </message>
    <message>
        <source>Recognising again</source>
        <translation>正在重新辨識</translation>
    </message>
    <message>
        <source>Checking</source>
        <translation>正在查看</translation>
    </message>
    <message>
        <source>%1 left</source>
        <translation>還剩 %1</translation>
    </message>
</context>
<context>
    <name>FilesPage</name>
    <message>
        <source>%1 of %2 results were saved to %3.</source>
        <translation>%2 個結果中有 %1 個已寫入 %3。</translation>
    </message>
    <message>
        <source>Not saved:</source>
        <translation>未寫入：</translation>
    </message>
    <message>
        <source>Save all results to</source>
        <translation>將所有結果寫入</translation>
    </message>
    <message>
        <source>Recordings and transcripts (%1)</source>
        <translation>錄音與逐字稿 (%1)</translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation>所有檔案 (*)</translation>
    </message>
    <message>
        <source>Open files</source>
        <translation>開啟檔案</translation>
    </message>
</context>
<context>
    <name>FilesQueueView</name>
    <message>
        <source>Choose files…</source>
        <translation>選擇檔案…</translation>
    </message>
    <message>
        <source>Drop recordings or transcripts here</source>
        <translation>把錄音或文字稿拖到這裡</translation>
    </message>
    <message>
        <source>Recordings are transcribed. Transcripts are punctuated once you press Start. Your files are never changed.</source>
        <translation>錄音會轉寫成文字。文字稿在您按「開始」後加上標點。您的檔案不會被更動。</translation>
    </message>
    <message>
        <source>Open…</source>
        <translation>開啟…</translation>
    </message>
    <message>
        <source>Edit text</source>
        <translation>編輯文字</translation>
    </message>
    <message>
        <source>Open the text for editing (Enter)</source>
        <translation>在頁面上開啟文字（Enter）</translation>
    </message>
    <message>
        <source>Sound track:</source>
        <translation>音軌：</translation>
    </message>
    <message>
        <source>Transcribe another sound track of this video</source>
        <translation>轉寫這部影片的另一條音軌</translation>
    </message>
    <message>
        <source>Tell speakers apart</source>
        <translation>分辨說話者</translation>
    </message>
    <message>
        <source>In recordings that are transcribed from now on</source>
        <translation>用於之後轉寫的錄音</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>再試一次</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Clear finished</source>
        <translation>清除已完成項目</translation>
    </message>
    <message>
        <source>Export all…</source>
        <translation>全部匯出…</translation>
    </message>
    <message>
        <source>Save all results in one folder</source>
        <translation>將所有結果寫入同一個資料夾</translation>
    </message>
    <message>
        <source>Files</source>
        <translation>檔案</translation>
    </message>
    <message>
        <source>Each in its own format</source>
        <translation>各用原來的格式</translation>
    </message>
    <message>
        <source>%1 of %2 done</source>
        <translation>已完成 %1/%2</translation>
    </message>
    <message>
        <source>%1 failed</source>
        <translation>%1 個失敗</translation>
    </message>
    <message>
        <source>%1 not started</source>
        <translation>%1 個待開始</translation>
    </message>
    <message>
        <source>Redo with %1</source>
        <translation>用 %1 重做</translation>
    </message>
    <message>
        <source>No installed model knows this language. Import one in Settings &gt; Languages &amp; models.</source>
        <translation>尚未安裝懂這種語言的模型：請在「設定」的「語言與模型」中匯入。</translation>
    </message>
    <message>
        <source>This really is %1</source>
        <translation>這確實是%1</translation>
    </message>
    <message>
        <source>Punctuate the chosen files as %1</source>
        <translation>把選取的檔案當作%1加標點</translation>
    </message>
</context>
<context>
    <name>FilesSettingsPage</name>
    <message>
        <source>Files</source>
        <translation>檔案</translation>
    </message>
</context>
<context>
    <name>FindBar</name>
    <message>
        <source>Match case</source>
        <translation>區分大小寫</translation>
    </message>
    <message>
        <source>Whole words only</source>
        <translation>僅完整字詞</translation>
    </message>
    <message>
        <source>Previous</source>
        <translation>上一處</translation>
    </message>
    <message>
        <source>Next</source>
        <translation>下一處</translation>
    </message>
    <message>
        <source>Close the search</source>
        <translation>關閉搜尋</translation>
    </message>
    <message>
        <source>Replace</source>
        <translation>取代</translation>
    </message>
    <message>
        <source>Replace all</source>
        <translation>全部取代</translation>
    </message>
    <message>
        <source>Find</source>
        <translation>尋找</translation>
    </message>
    <message>
        <source>Replace with</source>
        <translation>取代為</translation>
    </message>
    <message>
        <source>Replace (Ctrl+R)</source>
        <translation>取代 (Ctrl+R)</translation>
    </message>
    <message>
        <source>Everywhere in the text; one undo brings it back</source>
        <translation>在整篇文字中一次取代，可一步復原</translation>
    </message>
    <message>
        <source>Number of matches</source>
        <translation>找到的次數</translation>
    </message>
    <message>
        <source>Next match</source>
        <translation>下一個相符處</translation>
    </message>
    <message>
        <source>Previous match</source>
        <translation>上一個相符處</translation>
    </message>
    <message>
        <source>Not found</source>
        <translation>找不到</translation>
    </message>
    <message>
        <source>%1 found</source>
        <translation>找到 %1 處</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 / %2</translation>
    </message>
    <message>
        <source>%1 replaced</source>
        <translation>已取代 %1 處</translation>
    </message>
</context>
<context>
    <name>FirstRunPage</name>
    <message>
        <source>Your language</source>
        <translation>您的語言</translation>
    </message>
    <message>
        <source>Your microphone</source>
        <translation>您的麥克風</translation>
    </message>
    <message>
        <source>The recogniser</source>
        <translation>辨識引擎</translation>
    </message>
    <message>
        <source>Say something</source>
        <translation>說點什麼</translation>
    </message>
    <message>
        <source>Skip all</source>
        <translation>全部略過</translation>
    </message>
    <message>
        <source>You can change all of this later in Settings.</source>
        <translation>這裡的內容在設定中都找得到。</translation>
    </message>
    <message>
        <source>Back</source>
        <translation>上一步</translation>
    </message>
    <message>
        <source>Dictation that waits while you think. Nothing you say leaves this computer.</source>
        <translation>您思考時會等待的聽寫。您說的話不會離開這台電腦。</translation>
    </message>
    <message>
        <source>I wanted to call you yesterday, but my phone was broken.</source>
        <translation>我昨天想打電話給你，可是我的手機壞了。</translation>
    </message>
    <message>
        <source>Elsewhere: “I wanted to call you yesterday. But my phone was broken.”</source>
        <translation>其他軟體：「我昨天想打電話給你。可是我的手機壞了。」</translation>
    </message>
    <message>
        <source>Step %1 of %2</source>
        <translation>第 %1 步，共 %2 步</translation>
    </message>
    <message>
        <source>Begin</source>
        <translation>開始使用</translation>
    </message>
    <message>
        <source>Next</source>
        <translation>下一步</translation>
    </message>
</context>
<context>
    <name>FloatingPill</name>
    <message>
        <source>Click to return to Fermata. Drag to move.</source>
        <translation>按一下：回到 Fermata。拖曳：移到別處。</translation>
    </message>
</context>
<context>
    <name>Fold</name>
    <message>
        <source>%1, expanded</source>
        <translation>%1，已展開</translation>
    </message>
    <message>
        <source>%1, collapsed</source>
        <translation>%1，已收合</translation>
    </message>
</context>
<context>
    <name>FolderEdit</name>
    <message>
        <source>Browse…</source>
        <translation>瀏覽…</translation>
    </message>
</context>
<context>
    <name>Formats</name>
    <message>
        <source>Text</source>
        <translation>文字</translation>
    </message>
    <message>
        <source>Markdown</source>
        <translation>Markdown</translation>
    </message>
    <message>
        <source>Word document</source>
        <translation>Word 文件</translation>
    </message>
    <message>
        <source>OpenDocument text</source>
        <translation>OpenDocument 文字文件</translation>
    </message>
    <message>
        <source>Web page</source>
        <translation>網頁</translation>
    </message>
    <message>
        <source>SubRip subtitles</source>
        <translation>SubRip 字幕</translation>
    </message>
    <message>
        <source>WebVTT subtitles</source>
        <translation>WebVTT 字幕</translation>
    </message>
    <message>
        <source>YouTube subtitles</source>
        <translation>YouTube 字幕</translation>
    </message>
    <message>
        <source>Advanced SubStation subtitles</source>
        <translation>Advanced SubStation 字幕</translation>
    </message>
    <message>
        <source>Timed Text subtitles</source>
        <translation>Timed Text 字幕</translation>
    </message>
    <message>
        <source>oTranscribe transcript</source>
        <translation>oTranscribe 逐字稿</translation>
    </message>
    <message>
        <source>JSON data</source>
        <translation>JSON 資料</translation>
    </message>
    <message>
        <source>Whisper&apos;s table</source>
        <translation>Whisper 表格</translation>
    </message>
</context>
<context>
    <name>GapMarks</name>
    <message>
        <source>Nothing was heard here for %1: the microphone was disconnected.</source>
        <translation>此處有 %1 沒有聲音：麥克風斷開了。</translation>
    </message>
</context>
<context>
    <name>GeneralPage</name>
    <message>
        <source>General</source>
        <translation>一般</translation>
    </message>
</context>
<context>
    <name>HelpWindow</name>
    <message>
        <source>Keys</source>
        <translation>按鍵</translation>
    </message>
    <message>
        <source>Help</source>
        <translation>說明</translation>
    </message>
    <message>
        <source>Chapters</source>
        <translation>章節</translation>
    </message>
</context>
<context>
    <name>HistoryController</name>
    <message>
        <source>Something went wrong with the history.</source>
        <translation>歷史記錄發生問題。</translation>
    </message>
</context>
<context>
    <name>HistoryModel</name>
    <message>
        <source>Today</source>
        <translation>今天</translation>
    </message>
    <message>
        <source>Yesterday</source>
        <translation>昨天</translation>
    </message>
    <message>
        <source>Untitled</source>
        <translation>未命名</translation>
    </message>
    <message numerus="yes">
        <source>%Ln words</source>
        <translation>
            <numerusform>%Ln 詞</numerusform>
        </translation>
    </message>
    <message>
        <source>typed</source>
        <translation>手動輸入</translation>
    </message>
    <message>
        <source>from %1</source>
        <translation>來自 %1</translation>
    </message>
    <message>
        <source>not finished</source>
        <translation>未完成</translation>
    </message>
</context>
<context>
    <name>HistoryPage</name>
    <message>
        <source>Search what was said</source>
        <translation>搜尋說過的內容</translation>
    </message>
    <message>
        <source>Search the history</source>
        <translation>搜尋歷史記錄</translation>
    </message>
    <message>
        <source>Show all</source>
        <translation>全部顯示</translation>
    </message>
    <message>
        <source>Sessions</source>
        <translation>聽寫記錄</translation>
    </message>
    <message>
        <source>Written to %1</source>
        <translation>已寫入 %1</translation>
    </message>
    <message>
        <source>Move from the search to the list</source>
        <translation>從搜尋跳到清單</translation>
    </message>
    <message>
        <source>Search</source>
        <translation>搜尋</translation>
    </message>
    <message>
        <source>Rename</source>
        <translation>重新命名</translation>
    </message>
    <message>
        <source>Move to trash</source>
        <translation>移到垃圾桶</translation>
    </message>
    <message>
        <source>Restore what was deleted</source>
        <translation>放回剛刪除的項目</translation>
    </message>
    <message>
        <source>“%1” is in the trash.</source>
        <translation>「%1」已移到垃圾桶。</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>復原</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>再試一次</translation>
    </message>
    <message>
        <source>The trash is empty</source>
        <translation>垃圾桶是空的</translation>
    </message>
    <message>
        <source>“%1” was not found</source>
        <translation>找不到「%1」</translation>
    </message>
    <message>
        <source>Try fewer words, or part of one.</source>
        <translation>試試更少的字詞，或一個詞的一部分。</translation>
    </message>
    <message>
        <source>Nothing here yet</source>
        <translation>這裡還沒有內容</translation>
    </message>
    <message>
        <source>Every dictation is kept here, on this computer only, until you delete it.</source>
        <translation>每一次聽寫都會留在這裡，而且只在這台電腦上，直到您把它刪除為止。</translation>
    </message>
</context>
<context>
    <name>HistoryPreview</name>
    <message>
        <source>Title of the session</source>
        <translation>聽寫標題</translation>
    </message>
    <message>
        <source>Text of the session</source>
        <translation>聽寫文字</translation>
    </message>
    <message>
        <source>Untitled</source>
        <translation>未命名</translation>
    </message>
    <message>
        <source>Reopen</source>
        <translation>重新開啟</translation>
    </message>
    <message>
        <source>Rename</source>
        <translation>重新命名</translation>
    </message>
    <message>
        <source>Export…</source>
        <translation>匯出…</translation>
    </message>
    <message>
        <source>Recognise again</source>
        <translation>重新辨識</translation>
    </message>
    <message>
        <source>With another speech model; you compare before you accept it</source>
        <translation>使用其他語音模型；先比較再決定是否採用</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>刪除</translation>
    </message>
    <message>
        <source>Moves it to the trash</source>
        <translation>移到垃圾桶</translation>
    </message>
    <message>
        <source>Restore</source>
        <translation>還原</translation>
    </message>
    <message>
        <source>Delete permanently…</source>
        <translation>永久刪除…</translation>
    </message>
    <message>
        <source>Delete this session permanently? The file it came from is kept.</source>
        <translation>要永久刪除這段記錄嗎？它來自的檔案會留下。</translation>
    </message>
    <message>
        <source>Delete this session and its recording permanently?</source>
        <translation>要永久刪除這次聽寫及其錄音嗎？</translation>
    </message>
    <message>
        <source>Keep</source>
        <translation>保留</translation>
    </message>
    <message>
        <source>Delete permanently</source>
        <translation>永久刪除</translation>
    </message>
    <message>
        <source>Delete this session permanently?</source>
        <translation>要永久刪除這段記錄嗎？</translation>
    </message>
    <message>
        <source>Nothing was heard for %1 after “%2”.</source>
        <translation>在「%2」之後有 %1 沒有聲音。</translation>
    </message>
</context>
<context>
    <name>ImportButtons</name>
    <message>
        <source>Import an archive…</source>
        <translation>匯入壓縮檔…</translation>
    </message>
    <message>
        <source>Import a folder…</source>
        <translation>匯入資料夾…</translation>
    </message>
    <message>
        <source>Models</source>
        <translation>模型</translation>
    </message>
</context>
<context>
    <name>KeysPage</name>
    <message>
        <source>Keys</source>
        <translation>按鍵</translation>
    </message>
    <message>
        <source>Click a field and press the keys you want, or empty it for none.</source>
        <translation>按一下欄位，再按想用的按鍵。不需要按鍵時，把欄位清空。</translation>
    </message>
    <message>
        <source>%1 is taken: %2.</source>
        <translation>%1 已另有用途：%2。</translation>
    </message>
    <message>
        <source>Typing and editing</source>
        <translation>輸入和編輯文字</translation>
    </message>
</context>
<context>
    <name>LanguageStep</name>
    <message>
        <source>Looking for models…</source>
        <translation>正在尋找模型…</translation>
    </message>
    <message>
        <source>Language you speak</source>
        <translation>您說的語言</translation>
    </message>
</context>
<context>
    <name>Languages</name>
    <message>
        <source>German</source>
        <translation>德語</translation>
    </message>
    <message>
        <source>Greek</source>
        <translation>希臘語</translation>
    </message>
    <message>
        <source>English</source>
        <translation>英語</translation>
    </message>
    <message>
        <source>Spanish</source>
        <translation>西班牙語</translation>
    </message>
    <message>
        <source>Estonian</source>
        <translation>愛沙尼亞語</translation>
    </message>
    <message>
        <source>Basque</source>
        <translation>巴斯克語</translation>
    </message>
    <message>
        <source>Persian</source>
        <translation>波斯語</translation>
    </message>
    <message>
        <source>Finnish</source>
        <translation>芬蘭語</translation>
    </message>
    <message>
        <source>French</source>
        <translation>法語</translation>
    </message>
    <message>
        <source>Galician</source>
        <translation>加里西亞語</translation>
    </message>
    <message>
        <source>Hebrew</source>
        <translation>希伯來語</translation>
    </message>
    <message>
        <source>Hindi</source>
        <translation>印地語</translation>
    </message>
    <message>
        <source>Croatian</source>
        <translation>克羅埃西亞語</translation>
    </message>
    <message>
        <source>Hungarian</source>
        <translation>匈牙利語</translation>
    </message>
    <message>
        <source>Indonesian</source>
        <translation>印尼語</translation>
    </message>
    <message>
        <source>Icelandic</source>
        <translation>冰島語</translation>
    </message>
    <message>
        <source>Italian</source>
        <translation>義大利語</translation>
    </message>
    <message>
        <source>Japanese</source>
        <translation>日語</translation>
    </message>
    <message>
        <source>Korean</source>
        <translation>韓語</translation>
    </message>
    <message>
        <source>Latin</source>
        <translation>拉丁語</translation>
    </message>
    <message>
        <source>Lithuanian</source>
        <translation>立陶宛語</translation>
    </message>
    <message>
        <source>Latvian</source>
        <translation>拉脫維亞語</translation>
    </message>
    <message>
        <source>Malay</source>
        <translation>馬來語</translation>
    </message>
    <message>
        <source>Maltese</source>
        <translation>馬爾他語</translation>
    </message>
    <message>
        <source>Dutch</source>
        <translation>荷蘭語</translation>
    </message>
    <message>
        <source>Norwegian</source>
        <translation>挪威語</translation>
    </message>
    <message>
        <source>Polish</source>
        <translation>波蘭語</translation>
    </message>
    <message>
        <source>Portuguese</source>
        <translation>葡萄牙語</translation>
    </message>
    <message>
        <source>Romanian</source>
        <translation>羅馬尼亞語</translation>
    </message>
    <message>
        <source>Russian</source>
        <translation>俄語</translation>
    </message>
    <message>
        <source>Slovak</source>
        <translation>斯洛伐克語</translation>
    </message>
    <message>
        <source>Slovenian</source>
        <translation>斯洛維尼亞語</translation>
    </message>
    <message>
        <source>Serbian</source>
        <translation>塞爾維亞語</translation>
    </message>
    <message>
        <source>Swedish</source>
        <translation>瑞典語</translation>
    </message>
    <message>
        <source>Swahili</source>
        <translation>史瓦希里語</translation>
    </message>
    <message>
        <source>Tamil</source>
        <translation>坦米爾語</translation>
    </message>
    <message>
        <source>Thai</source>
        <translation>泰語</translation>
    </message>
    <message>
        <source>Tagalog</source>
        <translation>他加祿語</translation>
    </message>
    <message>
        <source>Turkish</source>
        <translation>土耳其語</translation>
    </message>
    <message>
        <source>Ukrainian</source>
        <translation>烏克蘭語</translation>
    </message>
    <message>
        <source>Urdu</source>
        <translation>烏爾都語</translation>
    </message>
    <message>
        <source>Vietnamese</source>
        <translation>越南語</translation>
    </message>
    <message>
        <source>Cantonese</source>
        <translation>粵語</translation>
    </message>
    <message>
        <source>Mandarin</source>
        <translation>華語</translation>
    </message>
    <message>
        <source>Mandarin and English, mixed, with punctuation</source>
        <translation>華語和英語混說，自帶標點</translation>
    </message>
    <message>
        <source>Mandarin and English, mixed, with punctuation; a little slower</source>
        <translation>華語和英語混說，自帶標點；稍慢出字</translation>
    </message>
    <message>
        <source>Mandarin and English, mixed, with punctuation; very fast</source>
        <translation>華語和英語混說，自帶標點；出字極快</translation>
    </message>
    <message>
        <source>Mandarin, Cantonese and English, mixed; rough word times</source>
        <translation>華語、粵語和英語混說；字詞的時間為粗略值</translation>
    </message>
    <message>
        <source>English, small and fast, with punctuation</source>
        <translation>英語，小而快，自帶標點</translation>
    </message>
    <message>
        <source>Parakeet 110m: English, with punctuation; fast and good</source>
        <translation>Parakeet 110m：英語，自帶標點；快而準</translation>
    </message>
    <message>
        <source>Canary 180m: English, Spanish, German and French, with punctuation; rough word times</source>
        <translation>Canary 180m：英語、西班牙語、德語和法語，自帶標點；字詞的時間為粗略值</translation>
    </message>
    <message>
        <source>Mandarin and English, mixed, with punctuation; heard in long stretches</source>
        <translation>華語和英語混說，自帶標點；整段辨識</translation>
    </message>
    <message>
        <source>Moonshine tiny: English, with punctuation; very small, rough word times</source>
        <translation>Moonshine tiny：英語，自帶標點；非常小，字詞的時間為粗略值</translation>
    </message>
    <message>
        <source>Moonshine base: English, with punctuation; rough word times</source>
        <translation>Moonshine base：英語，自帶標點；字詞的時間為粗略值</translation>
    </message>
    <message>
        <source>Mandarin with some English; rough word times</source>
        <translation>華語，夾帶少量英語；字詞的時間為粗略值</translation>
    </message>
    <message>
        <source>Whisper large, faster, many languages</source>
        <translation>Whisper 大型快速版，多種語言</translation>
    </message>
    <message>
        <source>English, with punctuation; for fast processors</source>
        <translation>英語，自帶標點；適合快速的處理器</translation>
    </message>
    <message>
        <source>Many languages, with punctuation; for fast processors</source>
        <translation>多種語言，自帶標點；適合快速的處理器</translation>
    </message>
    <message>
        <source>Parakeet v2: English, with punctuation; large, among the best</source>
        <translation>Parakeet v2：英語，自帶標點；較大，準確率名列前茅</translation>
    </message>
    <message>
        <source>Parakeet v3: 25 languages, with punctuation; large</source>
        <translation>Parakeet v3：25 種歐洲語言，自帶標點；較大</translation>
    </message>
    <message>
        <source>SenseVoice: Mandarin, Cantonese, English, Japanese and Korean, with punctuation</source>
        <translation>SenseVoice：華語、粵語、英語、日語和韓語，自帶標點</translation>
    </message>
    <message>
        <source>Who speaks when, for recordings</source>
        <translation>誰在何時說話，用於錄音</translation>
    </message>
    <message>
        <source>English (US), small</source>
        <translation>英語（美國），小型</translation>
    </message>
    <message>
        <source>English (US), medium</source>
        <translation>英語（美國），中型</translation>
    </message>
    <message>
        <source>English (US), large</source>
        <translation>英語（美國），大型</translation>
    </message>
    <message>
        <source>English, conversational, large</source>
        <translation>英語，對話，大型</translation>
    </message>
    <message>
        <source>Mandarin, large</source>
        <translation>華語，大型</translation>
    </message>
    <message>
        <source>Whisper tiny, English</source>
        <translation>Whisper 微型，英語</translation>
    </message>
    <message>
        <source>Whisper base, English</source>
        <translation>Whisper 基本型，英語</translation>
    </message>
    <message>
        <source>Whisper small, English</source>
        <translation>Whisper 小型，英語</translation>
    </message>
    <message>
        <source>Whisper medium, English</source>
        <translation>Whisper 中型，英語</translation>
    </message>
    <message>
        <source>Whisper small, distilled, English</source>
        <translation>Whisper 小型精簡版，英語</translation>
    </message>
    <message>
        <source>Whisper large, distilled, English</source>
        <translation>Whisper 大型精簡版，英語</translation>
    </message>
    <message>
        <source>Whisper tiny, many languages</source>
        <translation>Whisper 微型，多種語言</translation>
    </message>
    <message>
        <source>Whisper base, many languages</source>
        <translation>Whisper 基本型，多種語言</translation>
    </message>
    <message>
        <source>Whisper small, many languages</source>
        <translation>Whisper 小型，多種語言</translation>
    </message>
    <message>
        <source>Whisper medium, many languages</source>
        <translation>Whisper 中型，多種語言</translation>
    </message>
    <message>
        <source>Whisper large, many languages</source>
        <translation>Whisper 大型，多種語言</translation>
    </message>
    <message>
        <source>English (India), small</source>
        <translation>英語（印度），小型</translation>
    </message>
    <message>
        <source>Mandarin, small</source>
        <translation>華語，小型</translation>
    </message>
    <message>
        <source>German, small</source>
        <translation>德語，小型</translation>
    </message>
    <message>
        <source>French, small</source>
        <translation>法語，小型</translation>
    </message>
    <message>
        <source>Spanish, small</source>
        <translation>西班牙語，小型</translation>
    </message>
    <message>
        <source>Italian, small</source>
        <translation>義大利語，小型</translation>
    </message>
    <message>
        <source>Portuguese, small</source>
        <translation>葡萄牙語，小型</translation>
    </message>
    <message>
        <source>Dutch, small</source>
        <translation>荷蘭語，小型</translation>
    </message>
    <message>
        <source>Polish, small</source>
        <translation>波蘭語，小型</translation>
    </message>
    <message>
        <source>Russian, small</source>
        <translation>俄語，小型</translation>
    </message>
    <message>
        <source>Japanese, small</source>
        <translation>日語，小型</translation>
    </message>
    <message>
        <source>Korean, small</source>
        <translation>韓語，小型</translation>
    </message>
    <message>
        <source>Arabic</source>
        <translation>阿拉伯語</translation>
    </message>
    <message>
        <source>Bulgarian</source>
        <translation>保加利亞語</translation>
    </message>
    <message>
        <source>Bengali</source>
        <translation>孟加拉語</translation>
    </message>
    <message>
        <source>Bosnian</source>
        <translation>波士尼亞語</translation>
    </message>
    <message>
        <source>Catalan</source>
        <translation>加泰隆尼亞語</translation>
    </message>
    <message>
        <source>Czech</source>
        <translation>捷克語</translation>
    </message>
    <message>
        <source>Danish</source>
        <translation>丹麥語</translation>
    </message>
    <message>
        <source>Mandarin and English, mixed</source>
        <translation>華語和英語混說</translation>
    </message>
    <message>
        <source>Mandarin and English, mixed; light on the processor</source>
        <translation>華語和英語混說；占用處理器少</translation>
    </message>
    <message>
        <source>Mandarin with its dialects and English, mixed; rough word times</source>
        <translation>華語、方言和英語混說；字詞的時間為粗略值</translation>
    </message>
    <message>
        <source>Mandarin, very small</source>
        <translation>華語，極小型</translation>
    </message>
    <message>
        <source>English, read aloud</source>
        <translation>英語，朗讀</translation>
    </message>
    <message>
        <source>English, read aloud, small</source>
        <translation>英語，朗讀，小型</translation>
    </message>
    <message>
        <source>%1 (as it is heard)</source>
        <translation>%1（隨所說語言）</translation>
    </message>
</context>
<context>
    <name>LeftText</name>
    <message>
        <source>“%1” is in the history.</source>
        <translation>「%1」在歷史記錄裡。</translation>
    </message>
    <message>
        <source>“%1” is no longer on the page.</source>
        <translation>「%1」已不在頁面上。</translation>
    </message>
    <message>
        <source>Bring it back</source>
        <translation>取回這份文字</translation>
    </message>
</context>
<context>
    <name>LevelMeter</name>
    <message>
        <source>Microphone level</source>
        <translation>麥克風音量</translation>
    </message>
</context>
<context>
    <name>Merits</name>
    <message>
        <source>Accuracy</source>
        <translation>準確度</translation>
    </message>
    <message>
        <source>Speed</source>
        <translation>速度</translation>
    </message>
    <message>
        <source>%1 languages</source>
        <translation>%1 種語言</translation>
    </message>
    <message>
        <source>Languages</source>
        <translation>語言</translation>
    </message>
    <message>
        <source>%1 times as fast as speech</source>
        <translation>速度為說話的 %1 倍</translation>
    </message>
    <message>
        <source>gets about %1 of 10 punctuation marks right</source>
        <translation>10 個標點中約有 %1 個與編輯所加的相同</translation>
    </message>
    <message>
        <source>mishears about one word in %1</source>
        <translation>約每 %1 個字詞聽錯一個</translation>
    </message>
</context>
<context>
    <name>Messages</name>
    <message>
        <source>No such file or directory</source>
        <translation>沒有這個檔案或資料夾</translation>
    </message>
    <message>
        <source>Permission denied</source>
        <translation>沒有權限</translation>
    </message>
    <message>
        <source>No space left on device</source>
        <translation>磁碟空間不足</translation>
    </message>
    <message>
        <source>File too large</source>
        <translation>檔案過大</translation>
    </message>
    <message>
        <source>Is a directory</source>
        <translation>這是一個資料夾</translation>
    </message>
    <message>
        <source>Not a directory</source>
        <translation>這不是資料夾</translation>
    </message>
    <message>
        <source>File exists</source>
        <translation>檔案已存在</translation>
    </message>
    <message>
        <source>File name too long</source>
        <translation>檔名過長</translation>
    </message>
    <message>
        <source>Read-only file system</source>
        <translation>檔案系統是唯讀的</translation>
    </message>
    <message>
        <source>Input/output error</source>
        <translation>輸入／輸出錯誤</translation>
    </message>
    <message>
        <source>database is locked</source>
        <translation>資料庫已被鎖定</translation>
    </message>
    <message>
        <source>database or disk is full</source>
        <translation>資料庫或磁碟已滿</translation>
    </message>
    <message>
        <source>attempt to write a readonly database</source>
        <translation>資料庫是唯讀的</translation>
    </message>
    <message>
        <source>unable to open database file</source>
        <translation>無法開啟資料庫檔案</translation>
    </message>
    <message>
        <source>disk I/O error</source>
        <translation>磁碟讀寫錯誤</translation>
    </message>
    <message>
        <source>Connection refused</source>
        <translation>連線遭拒</translation>
    </message>
    <message>
        <source>Network is unreachable</source>
        <translation>無法連上網路</translation>
    </message>
    <message>
        <source>Name or service not known</source>
        <translation>找不到該主機</translation>
    </message>
    <message>
        <source>Temporary failure in name resolution</source>
        <translation>暫時無法解析主機名稱</translation>
    </message>
    <message>
        <source>the file is damaged</source>
        <translation>檔案已損壞</translation>
    </message>
    <message>
        <source>the new model could not be written</source>
        <translation>無法寫入新模型</translation>
    </message>
    <message>
        <source>A model called “{name}” is already installed in {folder}. Remove it first.</source>
        <translation>{folder} 中已安裝模型「{name}」；請先將它移除。</translation>
    </message>
    <message>
        <source>Cannot reach the other Fermata at {path}: {reason}.</source>
        <translation>無法透過 {path} 聯絡另一個 Fermata：{reason}。</translation>
    </message>
    <message>
        <source>Fermata is running but does not answer</source>
        <translation>Fermata 正在執行，但沒有回應</translation>
    </message>
    <message>
        <source>the JSON is nested too deeply</source>
        <translation>JSON 巢狀過深</translation>
    </message>
    <message>
        <source>the JSON is nested too deeply or has a huge number</source>
        <translation>JSON 巢狀過深，或含有過大的數字</translation>
    </message>
    <message>
        <source>JSON, but not a transcript</source>
        <translation>JSON 內容不是逐字稿</translation>
    </message>
    <message>
        <source>JSON, but not a kind of transcript that Fermata knows</source>
        <translation>是 JSON，但不是已知格式的逐字稿</translation>
    </message>
    <message>
        <source>There is no model “{name}” to download. Settings lists those there are.</source>
        <translation>沒有可下載的模型「{name}」；可下載的模型請見「設定」的「語言與模型」。</translation>
    </message>
    <message>
        <source>No speech model for this recogniser is installed. Download one in Settings, or unpack one into {places}.</source>
        <translation>尚未安裝適用於此辨識引擎的語音模型：請在設定中下載一個，或解壓縮到 {places}。</translation>
    </message>
    <message>
        <source>There is no {kind} “{name}” in {places}. Settings lists what is installed.</source>
        <translation>在 {places} 中找不到{kind}「{name}」；已安裝的模型請見「設定」的「語言與模型」。</translation>
    </message>
    <message>
        <source>There is no {kind} “{name}”. Settings lists what is installed.</source>
        <translation>找不到{kind}「{name}」；已安裝的模型請見「設定」的「語言與模型」。</translation>
    </message>
    <message>
        <source>The backend {backend} cannot run here: {reason}. Choose another in Settings.</source>
        <translation>運算後端 {backend} 無法在此執行：{reason}；請在「設定」的「進階」中改為自動選擇。</translation>
    </message>
    <message>
        <source>The desktop refused {call}: {reason}.</source>
        <translation>桌面環境拒絕了 {call}：{reason}。</translation>
    </message>
    <message>
        <source>The history in {path} cannot be used: {reason}.</source>
        <translation>無法使用 {path} 中的歷史記錄：{reason}。</translation>
    </message>
    <message>
        <source>The microphone cannot be used: {reason}.</source>
        <translation>無法使用麥克風：{reason}。</translation>
    </message>
    <message>
        <source>The microphone was disconnected, so the session ended.</source>
        <translation>麥克風已中斷連線，這次聽寫已結束。</translation>
    </message>
    <message>
        <source>The microphone “{device}” cannot be used: {reason}.</source>
        <translation>無法使用麥克風「{device}」：{reason}。</translation>
    </message>
    <message>
        <source>The microphone “{device}” was disconnected, so the session ended.</source>
        <translation>麥克風「{device}」已中斷連線，這次聽寫已結束。</translation>
    </message>
    <message>
        <source>The model in {path} cannot be used: {reason}. Install it again.</source>
        <translation>無法使用 {path} 中的模型：{reason}；請重新安裝。</translation>
    </message>
    <message>
        <source>The recogniser {recogniser} stopped: {reason}. Try again, or choose another in Settings.</source>
        <translation>辨識引擎 {recogniser} 已停止：{reason}；請再試一次，或在「設定」中選擇另一個。</translation>
    </message>
    <message>
        <source>a binary file, not text</source>
        <translation>是二進位檔案，不是文字檔</translation>
    </message>
    <message>
        <source>the document has more than 200,000 paragraphs</source>
        <translation>文件超過 200,000 個段落</translation>
    </message>
    <message>
        <source>the document is larger than {size} MB</source>
        <translation>文件超過 {size} MB</translation>
    </message>
    <message>
        <source>the document is compressed in a way that no word processor uses</source>
        <translation>文件的壓縮方式不是文書處理軟體所用的</translation>
    </message>
    <message>
        <source>the document is too large when unpacked</source>
        <translation>文件解壓縮後太大</translation>
    </message>
    <message>
        <source>it contains a file whose name cannot be read</source>
        <translation>其中有檔名無法讀取</translation>
    </message>
    <message>
        <source>it contains a file that would land outside its folder</source>
        <translation>其中有檔案指向資料夾之外</translation>
    </message>
    <message>
        <source>a file name points outside the folder</source>
        <translation>有檔名指向資料夾之外</translation>
    </message>
    <message>
        <source>a line that never ends</source>
        <translation>有一行沒有結尾</translation>
    </message>
    <message>
        <source>it contains a link or a device</source>
        <translation>其中含有連結或裝置檔案</translation>
    </message>
    <message>
        <source>a name may have up to 64 letters, digits, dots, hyphens and underscores</source>
        <translation>名稱只能由字母、數字、句點、連字號與底線組成，最多 64 個字元</translation>
    </message>
    <message>
        <source>it contains a name twice</source>
        <translation>其中有重複的檔名</translation>
    </message>
    <message>
        <source>it must be a number from {least} to {most}</source>
        <translation>需要 {least} 到 {most} 之間的數</translation>
    </message>
    <message>
        <source>a web page came instead; the network may want you to sign in first</source>
        <translation>收到的是網頁；也許網路要求您先登入</translation>
    </message>
    <message>
        <source>an encrypted or old Word document; save it as .docx without a password</source>
        <translation>這是加密或舊版的 Word 文件；請另存為不含密碼的 .docx</translation>
    </message>
    <message>
        <source>as you asked</source>
        <translation>依照您的要求</translation>
    </message>
    <message>
        <source>it has bundle format {found}, and this Fermata reads {known}</source>
        <translation>模型包格式為 {found}，此處支援 {known}</translation>
    </message>
    <message>
        <source>Fermata cannot read catalogue format {format}</source>
        <translation>不支援目錄格式 {format}</translation>
    </message>
    <message>
        <source>wrong encoder sizes: {detail}</source>
        <translation>編碼器大小有誤：{detail}</translation>
    </message>
    <message>
        <source>its encoding is unknown; save it as UTF-8</source>
        <translation>編碼不明；請另存為 UTF-8</translation>
    </message>
    <message>
        <source>its inputs are {inputs}, not ids and attention</source>
        <translation>輸入為 {inputs}，而不是 ids 與 attention</translation>
    </message>
    <message>
        <source>it cannot be read and was kept as {path}</source>
        <translation>無法讀取，已另存為 {path}</translation>
    </message>
    <message>
        <source>it could not be processed ({detail})</source>
        <translation>無法處理（{detail}）</translation>
    </message>
    <message>
        <source>it does not seem to be in a language the model knows ({languages})</source>
        <translation>看起來不是模型的語言（{languages}）</translation>
    </message>
    <message>
        <source>it has comments and notes ({count})</source>
        <translation>其中有註解與附註（{count} 個）</translation>
    </message>
    <message>
        <source>it has no {file}</source>
        <translation>其中沒有 {file}</translation>
    </message>
    <message>
        <source>it contains too many files</source>
        <translation>其中檔案過多</translation>
    </message>
    <message>
        <source>it contains too many files or headers</source>
        <translation>其中的檔案或標頭過多</translation>
    </message>
    <message>
        <source>it does better on your texts it has not seen, and worse on none</source>
        <translation>它在未見過的那部分您的文章上表現較好，其他方面也沒有變差</translation>
    </message>
    <message>
        <source>it is closed</source>
        <translation>已關閉</translation>
    </message>
    <message>
        <source>it is empty</source>
        <translation>內容是空的</translation>
    </message>
    <message>
        <source>it is encrypted</source>
        <translation>已加密</translation>
    </message>
    <message>
        <source>it is incomplete or was altered</source>
        <translation>不完整或已被更動</translation>
    </message>
    <message>
        <source>it is no longer there</source>
        <translation>該內容已被移除</translation>
    </message>
    <message>
        <source>it is not a zip archive, or its end is missing</source>
        <translation>不是 zip 壓縮檔，或結尾遺失</translation>
    </message>
    <message>
        <source>it is not a file</source>
        <translation>它不是檔案</translation>
    </message>
    <message>
        <source>it is not in Fermata&apos;s own folder, so it stays</source>
        <translation>它不在 Fermata 自己的資料夾中，因此保留</translation>
    </message>
    <message>
        <source>it is compressed in a way that Fermata cannot read</source>
        <translation>使用了不支援的壓縮方式</translation>
    </message>
    <message>
        <source>it is too large for a model</source>
        <translation>以模型而言過大</translation>
    </message>
    <message>
        <source>it is already among the other texts</source>
        <translation>其他文字中已包含它</translation>
    </message>
    <message>
        <source>it was cancelled</source>
        <translation>已取消</translation>
    </message>
    <message>
        <source>not installed, and training needs it: {way}</source>
        <translation>尚未安裝，而訓練需要它：{way}</translation>
    </message>
    <message>
        <source>this cue ends before it begins; other formats get an estimated end</source>
        <translation>這則字幕的結束時間早於開始時間；轉成其他格式時會用估計的結束時間</translation>
    </message>
    <message>
        <source>torch is not installed: {way}</source>
        <translation>未安裝 torch：{way}</translation>
    </message>
    <message>
        <source>it could not be cancelled in time</source>
        <translation>未能及時取消</translation>
    </message>
    <message>
        <source>another Fermata is using it</source>
        <translation>另一個 Fermata 正在使用它</translation>
    </message>
    <message>
        <source>it belongs to someone else, or others can look into it</source>
        <translation>它屬於其他使用者，或其他使用者可以檢視</translation>
    </message>
    <message>
        <source>XML data</source>
        <translation>XML 資料</translation>
    </message>
    <message>
        <source>It could not be loaded; its files may be damaged.</source>
        <translation>無法載入；其檔案可能已損毀。</translation>
    </message>
    <message>
        <source>a PDF document; save its text as .docx or .txt</source>
        <translation>PDF 文件；請將其文字另存為 .docx 或 .txt</translation>
    </message>
    <message>
        <source>an old Word document; save its text as .docx or .txt</source>
        <translation>舊版 Word 文件；請將其文字另存為 .docx 或 .txt</translation>
    </message>
    <message>
        <source>a compressed file; if it is a Word document, its name must end in .docx</source>
        <translation>壓縮檔，Word 文件也是如此；Word 文件的名稱以 .docx 結尾</translation>
    </message>
    <message>
        <source>a phrase has one to {count} words</source>
        <translation>一個說法有一到 {count} 個詞</translation>
    </message>
    <message>
        <source>a phrase is missing</source>
        <translation>缺少說法</translation>
    </message>
    <message>
        <source>a table</source>
        <translation>表格</translation>
    </message>
    <message>
        <source>a table, but not Whisper&apos;s, with start, end and text</source>
        <translation>這是表格，但不是 Whisper 寫的那種含開始、結束與文字的表格</translation>
    </message>
    <message>
        <source>a text differs from the words beside it and is left alone</source>
        <translation>與旁邊的詞語不同的文字保持原樣</translation>
    </message>
    <message>
        <source>the web page is larger than 32 MB</source>
        <translation>網頁超過 32 MB</translation>
    </message>
    <message>
        <source>an RTF document</source>
        <translation>RTF 文件</translation>
    </message>
    <message>
        <source>it is a pipe or a device, not a file</source>
        <translation>它是管線或裝置，不是檔案</translation>
    </message>
    <message>
        <source>it is {kind}</source>
        <translation>這是{kind}</translation>
    </message>
    <message>
        <source>it looks like {kind}; {help}</source>
        <translation>這看來是{kind}；{help}</translation>
    </message>
    <message>
        <source>it was written by a newer version of Fermata</source>
        <translation>它由較新版本的 Fermata 寫入</translation>
    </message>
    <message>
        <source>its certificate is not trusted ({detail})</source>
        <translation>憑證不受信任（{detail}）</translation>
    </message>
    <message>
        <source>its files overlap</source>
        <translation>其中的檔案互相重疊</translation>
    </message>
    <message>
        <source>its folders are nested too deeply</source>
        <translation>資料夾層級過深</translation>
    </message>
    <message>
        <source>its headers are too long</source>
        <translation>其標頭資訊過長</translation>
    </message>
    <message>
        <source>its labels are not Fermata&apos;s</source>
        <translation>其標籤與本程式不符</translation>
    </message>
    <message>
        <source>its process ended (exit code {code})</source>
        <translation>其處理程序已結束（結束代碼 {code}）</translation>
    </message>
    <message>
        <source>its process ended (exit code {code}) {said}</source>
        <translation>其處理程序已結束（結束代碼 {code}）{said}</translation>
    </message>
    <message>
        <source>some cells of its tables have fewer than six words ({count})</source>
        <translation>表格中有不到六個詞的儲存格（{count} 個）</translation>
    </message>
    <message>
        <source>malformed JSON</source>
        <translation>JSON 格式錯誤</translation>
    </message>
    <message>
        <source>malformed JSON: {detail}</source>
        <translation>JSON 格式有誤：{detail}</translation>
    </message>
    <message>
        <source>model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>models of kind {kind} run with ONNX only</source>
        <translation>{kind} 類模型只能用 ONNX 執行</translation>
    </message>
    <message>
        <source>the server sends more than it announced</source>
        <translation>收到的資料多於宣告的大小</translation>
    </message>
    <message>
        <source>more than 64 million characters of JSON</source>
        <translation>JSON 超過 6400 萬個字元</translation>
    </message>
    <message>
        <source>more than two million JSON values</source>
        <translation>超過兩百萬個值的 JSON</translation>
    </message>
    <message>
        <source>no answer for {seconds} s</source>
        <translation>{seconds} 秒沒有回應</translation>
    </message>
    <message>
        <source>no connection ({reason})</source>
        <translation>無法連線（{reason}）</translation>
    </message>
    <message>
        <source>no cue whose times can be read</source>
        <translation>沒有可讀取時間的字幕</translation>
    </message>
    <message>
        <source>not an oTranscribe file</source>
        <translation>不是 oTranscribe 的檔案</translation>
    </message>
    <message>
        <source>cannot create a private folder there</source>
        <translation>那裡無法建立他人看不到的資料夾</translation>
    </message>
    <message>
        <source>cannot create a lock</source>
        <translation>無法建立鎖定</translation>
    </message>
    <message>
        <source>out of memory</source>
        <translation>記憶體不足</translation>
    </message>
    <message>
        <source>no microphone has this name or number</source>
        <translation>沒有這個名稱或編號的麥克風</translation>
    </message>
    <message>
        <source>no microphone was found</source>
        <translation>找不到麥克風</translation>
    </message>
    <message>
        <source>there is no model in it</source>
        <translation>其中沒有模型</translation>
    </message>
    <message>
        <source>no other model was active before it</source>
        <translation>先前沒有使用過其他模型</translation>
    </message>
    <message>
        <source>there is no sound in it</source>
        <translation>其中沒有聲音</translation>
    </message>
    <message>
        <source>no such file</source>
        <translation>檔案不存在</translation>
    </message>
    <message>
        <source>no texts were given</source>
        <translation>沒有提供文字</translation>
    </message>
    <message>
        <source>there are no words in it</source>
        <translation>其中沒有字詞</translation>
    </message>
    <message>
        <source>no words were heard in it</source>
        <translation>其中沒有聽到任何字詞</translation>
    </message>
    <message>
        <source>nobody answered</source>
        <translation>沒有回應</translation>
    </message>
    <message>
        <source>none of the {number} texts can be used: {reason}</source>
        <translation>{number} 份文字均無法使用：{reason}</translation>
    </message>
    <message>
        <source>not JSON: {detail}</source>
        <translation>不是 JSON：{detail}</translation>
    </message>
    <message>
        <source>not UTF-8</source>
        <translation>不是 UTF-8 編碼</translation>
    </message>
    <message>
        <source>not readable XML</source>
        <translation>不是可以讀取的 XML</translation>
    </message>
    <message>
        <source>not a Word document</source>
        <translation>不是 Word 文件</translation>
    </message>
    <message>
        <source>not a readable Word document</source>
        <translation>不是可讀取的 Word 文件</translation>
    </message>
    <message>
        <source>ONNX Runtime cannot load the network</source>
        <translation>不是 ONNX Runtime 可載入的網路</translation>
    </message>
    <message>
        <source>not a sound or video file, or damaged from the start</source>
        <translation>不是音訊或視訊檔案，或檔案開頭已損毀</translation>
    </message>
    <message>
        <source>not a tokenizer ({detail})</source>
        <translation>不是斷詞器（{detail}）</translation>
    </message>
    <message>
        <source>not an OpenDocument text</source>
        <translation>不是 OpenDocument 文字文件</translation>
    </message>
    <message>
        <source>not a readable OpenDocument text</source>
        <translation>不是可以讀取的 OpenDocument 文字文件</translation>
    </message>
    <message>
        <source>not {encoding}, though its first bytes say so</source>
        <translation>不是檔案開頭所宣告的 {encoding} 編碼</translation>
    </message>
    <message>
        <source>not readable timed text (TTML)</source>
        <translation>不是可以讀取的 Timed Text（TTML）</translation>
    </message>
    <message>
        <source>nothing in it can be decoded</source>
        <translation>內容無法解碼</translation>
    </message>
    <message>
        <source>there is nothing at this address</source>
        <translation>該網址沒有內容</translation>
    </message>
    <message>
        <source>it must be one of {values}</source>
        <translation>需要 {values} 之一</translation>
    </message>
    <message>
        <source>only http and https addresses are allowed</source>
        <translation>僅支援 http 與 https 網址</translation>
    </message>
    <message>
        <source>only {percent} % of its words are in punctuated sentences, so there is nothing to learn from it</source>
        <translation>只有 {percent}% 的字詞位於帶標點的句子中，因此沒有可學習的內容</translation>
    </message>
    <message>
        <source>opencc, which converts Chinese, is not installed</source>
        <translation>尚未安裝用於中文繁簡轉換的 opencc</translation>
    </message>
    <message>
        <source>parts of it are damaged and were left out</source>
        <translation>部分內容已損毀，已略過</translation>
    </message>
    <message>
        <source>punctuation model</source>
        <translation>標點模型</translation>
    </message>
    <message>
        <source>refused</source>
        <translation>遭到拒絕</translation>
    </message>
    <message>
        <source>save it as .srt or .vtt</source>
        <translation>請另存為 .srt 或 .vtt</translation>
    </message>
    <message>
        <source>save its text as .docx or .txt</source>
        <translation>請將其文字另存為 .docx 或 .txt</translation>
    </message>
    <message>
        <source>save the column that holds the text as .txt</source>
        <translation>請將含有文字的欄另存為 .txt</translation>
    </message>
    <message>
        <source>sherpa-onnx cannot be loaded: {detail}</source>
        <translation>無法載入 sherpa-onnx：{detail}</translation>
    </message>
    <message>
        <source>speech model</source>
        <translation>語音模型</translation>
    </message>
    <message>
        <source>XML subtitles</source>
        <translation>XML 格式的字幕</translation>
    </message>
    <message>
        <source>MicroDVD subtitles</source>
        <translation>MicroDVD 字幕</translation>
    </message>
    <message>
        <source>the subtitles are larger than 32 MB</source>
        <translation>字幕檔超過 32 MB</translation>
    </message>
    <message>
        <source>text outside any cue</source>
        <translation>有文字不屬於任何字幕</translation>
    </message>
    <message>
        <source>the PortAudio library is missing (Debian and Ubuntu: apt install libportaudio2)</source>
        <translation>缺少 PortAudio 程式庫（Debian 與 Ubuntu：apt install libportaudio2）</translation>
    </message>
    <message>
        <source>the catalogue cannot be read: {detail}</source>
        <translation>無法讀取模型目錄：{detail}</translation>
    </message>
    <message>
        <source>the connection was cut</source>
        <translation>連線中斷</translation>
    </message>
    <message>
        <source>the file is empty</source>
        <translation>檔案是空的</translation>
    </message>
    <message>
        <source>the float weights do not fit</source>
        <translation>浮點權重不相符</translation>
    </message>
    <message>
        <source>it comes with the full application, another download</source>
        <translation>另一個下載項目「完整版應用程式」內含它</translation>
    </message>
    <message>
        <source>it does no better on your texts it has not seen</source>
        <translation>它在未見過的那部分您的文章上沒有表現得更好</translation>
    </message>
    <message>
        <source>The name “{name}” belongs to a model that comes with Fermata. Import this one as “{free_name}”.</source>
        <translation>模型「{name}」隨 Fermata 提供，其他模型不能使用這個名稱：請以「{free_name}」匯入這個模型。</translation>
    </message>
    <message>
        <source>A model called “{name}” is already installed in {folder}. Remove it first, or import this one as “{free_name}”.</source>
        <translation>{folder} 已安裝模型「{name}」：請先將它移除，或以「{free_name}」匯入這個模型。</translation>
    </message>
    <message>
        <source>reading it needs the program ffmpeg, which is not installed: {way}</source>
        <translation>沒有 ffmpeg 程式，Fermata 無法讀取它，而 ffmpeg 尚未安裝：{way}</translation>
    </message>
    <message>
        <source>Parts of {name} do not sound like English and are left out.</source>
        <translation>{name} 有部分聽起來不是英語，已略去。</translation>
    </message>
    <message>
        <source>Parts of {name} sound like {language} and are left out.</source>
        <translation>{name} 有部分聽起來是{language}，已略去。</translation>
    </message>
    <message>
        <source>Speakers cannot be told apart: {reason}</source>
        <translation>沒能分辨說話者：{reason}</translation>
    </message>
    <message>
        <source>The header of {name} says {stated} s of sound, but there is more in the file. All of it was read.</source>
        <translation>{name} 的檔頭寫的是 {stated} 秒聲音，但檔案裡更多：已全部讀取。</translation>
    </message>
    <message>
        <source>The history was damaged, and there is no copy of it. It was set aside as {kept}, and a new one was started.</source>
        <translation>歷史記錄已損壞，而且沒有副本：損壞的檔案已移至 {kept}，並已建立新的歷史記錄。</translation>
    </message>
    <message>
        <source>The history was damaged. It was set aside as {kept}, and the copy of {time} was restored. Anything added since then is missing.</source>
        <translation>歷史記錄已損壞：損壞的檔案已移至 {kept}，並已還原 {time} 的副本；此後新增的內容已遺失。</translation>
    </message>
    <message>
        <source>The model could not be downloaded: {reason}. What has arrived is kept: try again to carry on from there, or import the model from a USB stick. Its address is {url}.</source>
        <translation>無法下載模型：{reason}。已收到的部分會保留：再試一次即可繼續，也可以從隨身碟匯入模型。模型位於 {url} 。</translation>
    </message>
    <message>
        <source>The model could not be downloaded: {reason}. You can also import it from a USB stick. Its address is {url}.</source>
        <translation>無法下載模型：{reason}。也可以從隨身碟匯入。模型位於 {url} 。</translation>
    </message>
    <message>
        <source>XTEST is missing</source>
        <translation>沒有 XTEST 擴充</translation>
    </message>
    <message>
        <source>another program has moved, removed or replaced it</source>
        <translation>其他程式移動、刪除或取代了它</translation>
    </message>
    <message>
        <source>it was made for use only and cannot be trained</source>
        <translation>它僅供使用，無法學習</translation>
    </message>
    <message>
        <source>training failed at step {step} of {steps}; other texts may work better</source>
        <translation>在第 {step} 步（共 {steps} 步）時學習失常；換用其他文章或許較好</translation>
    </message>
    <message>
        <source>unpacked, it would take {size} MB</source>
        <translation>解壓縮後將達到 {size} MB</translation>
    </message>
    <message>
        <source>its index is missing: it was cut off, or never finished</source>
        <translation>缺少索引：檔案被截斷，或從未寫完</translation>
    </message>
    <message>
        <source>its punctuation is worse on other people&apos;s texts</source>
        <translation>它在他人的文章上，標點變差了</translation>
    </message>
    <message>
        <source>its punctuation is worse on your texts it has not seen</source>
        <translation>它在未見過的那部分您的文章上，標點變差了</translation>
    </message>
    <message>
        <source>its networks and tokens do not match</source>
        <translation>其網路與詞元互不相符</translation>
    </message>
    <message>
        <source>its publisher has since replaced this archive</source>
        <translation>發布者此後已更換此壓縮檔</translation>
    </message>
    <message>
        <source>its sentence ends are worse on other people&apos;s texts</source>
        <translation>它在他人的文章上，斷句變差了</translation>
    </message>
    <message>
        <source>its sentence ends are worse on your texts it has not seen</source>
        <translation>它在未見過的那部分您的文章上，斷句變差了</translation>
    </message>
    <message>
        <source>the microphone was disconnected</source>
        <translation>麥克風已中斷連線</translation>
    </message>
    <message>
        <source>the model {name} has no float weights</source>
        <translation>模型 {name} 不含浮點權重</translation>
    </message>
    <message>
        <source>the network does not fit its tokenizer ({detail})</source>
        <translation>網路與其斷詞器不相符（{detail}）</translation>
    </message>
    <message>
        <source>the network wants you to sign in first</source>
        <translation>網路要求您先登入</translation>
    </message>
    <message>
        <source>the process that read it ended (exit code {code})</source>
        <translation>讀取它的處理程序已結束（結束代碼 {code}）</translation>
    </message>
    <message>
        <source>the proxy asks for a password</source>
        <translation>Proxy 伺服器要求密碼</translation>
    </message>
    <message>
        <source>the proxy refuses it</source>
        <translation>Proxy 伺服器拒絕了要求</translation>
    </message>
    <message>
        <source>the server sent a different part from the one asked for</source>
        <translation>伺服器傳回的部分與要求不符</translation>
    </message>
    <message>
        <source>the server asks for a password</source>
        <translation>伺服器要求密碼</translation>
    </message>
    <message>
        <source>the server does not answer</source>
        <translation>伺服器沒有回應</translation>
    </message>
    <message>
        <source>the server has a different file: {found} bytes instead of {expected}</source>
        <translation>伺服器上的檔案不同：{found} 位元組，應為 {expected} 位元組</translation>
    </message>
    <message>
        <source>the server is getting too many requests</source>
        <translation>要求過於頻繁</translation>
    </message>
    <message>
        <source>the server is busy</source>
        <translation>伺服器忙碌中</translation>
    </message>
    <message>
        <source>the server is not working</source>
        <translation>伺服器發生故障</translation>
    </message>
    <message>
        <source>the server cannot carry on from there</source>
        <translation>伺服器無法從中斷處繼續</translation>
    </message>
    <message>
        <source>the server compresses it in a way that was not asked for</source>
        <translation>伺服器使用了未要求的壓縮方式</translation>
    </message>
    <message>
        <source>the server refuses it</source>
        <translation>伺服器拒絕了要求</translation>
    </message>
    <message>
        <source>the server redirects in circles</source>
        <translation>伺服器重新導向形成循環</translation>
    </message>
    <message>
        <source>the server redirects to an unsafe address, {address}</source>
        <translation>伺服器重新導向至不安全的網址 {address}</translation>
    </message>
    <message>
        <source>the system does not say which microphones there are</source>
        <translation>系統沒有告知有哪些麥克風</translation>
    </message>
    <message>
        <source>the texts have {words} words to learn from; at least {least} are needed, and 10,000 work well</source>
        <translation>文字中有 {words} 個可供學習的字詞；至少需要 {least} 個，10,000 個以上效果較好</translation>
    </message>
    <message>
        <source>the texts have {words} words; the limit is {most}</source>
        <translation>文字中有 {words} 個字詞；最多 {most} 個</translation>
    </message>
    <message>
        <source>the times of this cue cannot be read</source>
        <translation>無法讀取這則字幕的時間</translation>
    </message>
    <message>
        <source>the tokenizer has neither [CLS] … [SEP] nor &lt;s&gt; … &lt;/s&gt;</source>
        <translation>斷詞器既沒有 [CLS] … [SEP]，也沒有 &lt;s&gt; … &lt;/s&gt;</translation>
    </message>
    <message>
        <source>the training process ended unexpectedly, with status {status}</source>
        <translation>訓練處理程序意外結束，狀態碼 {status}</translation>
    </message>
    <message>
        <source>there are no words in it to learn from</source>
        <translation>其中沒有可供學習的字詞</translation>
    </message>
    <message>
        <source>there is already a model with this name; choose another</source>
        <translation>已有同名模型；請換一個名稱</translation>
    </message>
    <message>
        <source>there is no action “{name}”</source>
        <translation>沒有「{name}」這個動作</translation>
    </message>
    <message>
        <source>there is no session {number}</source>
        <translation>沒有編號 {number} 的聽寫</translation>
    </message>
    <message>
        <source>there is no sound track {number}: it has only one</source>
        <translation>沒有第 {number} 條音軌：只有一條</translation>
    </message>
    <message>
        <source>there is no sound track {number}: it has {count}</source>
        <translation>沒有第 {number} 條音軌：共有 {count} 條</translation>
    </message>
    <message>
        <source>there is no such setting</source>
        <translation>沒有這項設定</translation>
    </message>
    <message>
        <source>this is not an address</source>
        <translation>不是有效的網址</translation>
    </message>
    <message>
        <source>this is not “phrase = action”</source>
        <translation>這不是「說法 = 動作」</translation>
    </message>
    <message>
        <source>this is not “written = spoken | spoken”</source>
        <translation>這不是「寫法 = 說法 | 說法」的形式</translation>
    </message>
    <message>
        <source>this phrase needs “*” for the old words, and for the new ones at its end</source>
        <translation>這個說法要用「*」代表舊詞，並在末尾用「*」代表新詞</translation>
    </message>
    <message>
        <source>this phrase needs “*” for the words it goes around</source>
        <translation>這個說法需要用「*」表示它所包圍的詞語</translation>
    </message>
    <message>
        <source>what arrived is not what was published ({kind} differs)</source>
        <translation>下載的內容與發行的不一致（{kind} 不符）</translation>
    </message>
    <message>
        <source>words and text differ, so the words are left alone</source>
        <translation>字詞與文字不一致；字詞維持不變</translation>
    </message>
    <message>
        <source>{bytes} bytes is too much for a model</source>
        <translation>{bytes} 位元組以模型而言過大</translation>
    </message>
    <message>
        <source>{count} characters in a cue of {seconds} seconds</source>
        <translation>一條 {seconds} 秒的字幕裡有 {count} 個字元</translation>
    </message>
    <message>
        <source>{file} cannot be read</source>
        <translation>無法讀取 {file}</translation>
    </message>
    <message>
        <source>{file} cannot be read: {detail}</source>
        <translation>無法讀取 {file}：{detail}</translation>
    </message>
    <message>
        <source>{file} does not say its vocabulary&apos;s size</source>
        <translation>{file} 沒有註明詞表大小</translation>
    </message>
    <message>
        <source>{file} does not tell voices apart</source>
        <translation>{file} 不能區分嗓音</translation>
    </message>
    <message>
        <source>{file} does not tell where voices change</source>
        <translation>{file} 不能判斷嗓音在哪裡變換</translation>
    </message>
    <message>
        <source>{file} has no checksum</source>
        <translation>{file} 沒有總和檢查碼</translation>
    </message>
    <message>
        <source>{file} has no token for silence</source>
        <translation>{file} 沒有表示靜音的詞元</translation>
    </message>
    <message>
        <source>{file} has no token {token}</source>
        <translation>{file} 沒有詞元 {token}</translation>
    </message>
    <message>
        <source>{file} has {tokens} tokens, but {network} has {vocabulary}</source>
        <translation>{file} 有 {tokens} 個詞元，而 {network} 有 {vocabulary} 個</translation>
    </message>
    <message>
        <source>{file} is missing</source>
        <translation>缺少 {file}</translation>
    </message>
    <message>
        <source>{file} is missing or empty</source>
        <translation>{file} 遺失或是空的</translation>
    </message>
    <message>
        <source>{file} is not an ONNX file, or is cut short</source>
        <translation>{file} 不是 ONNX 檔案，或不完整</translation>
    </message>
    <message>
        <source>{file} is not a list of numbered tokens</source>
        <translation>{file} 不是帶編號的詞元表</translation>
    </message>
    <message>
        <source>{file} belongs to no model that Fermata knows</source>
        <translation>{file} 不屬於這裡已知的任何模型</translation>
    </message>
    <message>
        <source>{detail} is missing from {file}, or wrong</source>
        <translation>{file} 缺少或損壞了 {detail}</translation>
    </message>
    <message>
        <source>{file} names a file outside the folder</source>
        <translation>{file} 指向資料夾以外的檔案</translation>
    </message>
    <message>
        <source>{file} was altered</source>
        <translation>{file} 已被更動</translation>
    </message>
    <message>
        <source>{file} was altered or is incomplete</source>
        <translation>{file} 已被更動或不完整</translation>
    </message>
    <message>
        <source>There is not enough room in {folder}: {needed} is needed, {free} is free. Delete something.</source>
        <translation>{folder} 空間不足：需要 {needed}，僅剩 {free}；請刪除一些檔案。</translation>
    </message>
    <message>
        <source>{format} is not one of {formats}</source>
        <translation>{format} 不在支援的格式之列（{formats}）</translation>
    </message>
    <message>
        <source>{format} needs times, and this text has none</source>
        <translation>{format} 格式需要時間資訊，而此文字沒有</translation>
    </message>
    <message>
        <source>{names} or {last}</source>
        <translation>{names}或{last}</translation>
    </message>
    <message>
        <source>{name} does not sound like English, and no installed speech model writes another language, so nothing was written. Download or import one that does in Settings.</source>
        <translation>{name} 聽起來不是英語，而已安裝的語音模型都不會書寫其他語言，因此什麼都沒有寫。請在設定裡下載或匯入會的模型。</translation>
    </message>
    <message>
        <source>{name} has {count} sound tracks ({tracks}). Number {number} is used.</source>
        <translation>{name} 有 {count} 條音軌（{tracks}）；讀取的是第 {number} 條。</translation>
    </message>
    <message>
        <source>{name} is read as {encoding}; the result is UTF-8.</source>
        <translation>{name} 以 {encoding} 編碼讀取；結果為 UTF-8。</translation>
    </message>
    <message>
        <source>{name} looks like {language}, but the model knows only {languages}, so nothing was changed. If you have its recording, download the speech model {model} in Settings: it writes this language with punctuation.</source>
        <translation>{name} 看來是{language}；模型只懂{languages}，因此沒有更動任何內容。如果您有它的錄音，請在設定中下載語音模型 {model}：它寫這種語言時帶標點。</translation>
    </message>
    <message>
        <source>{name} looks like {language}, but the model knows only {languages}, so nothing was changed. Import a model that knows it in Settings.</source>
        <translation>{name} 看來是{language}；模型只懂{languages}，因此沒有更動任何內容。請在設定中匯入懂這種語言的模型。</translation>
    </message>
    <message>
        <source>{name} looks like {language}, but the model knows only {languages}, so nothing was changed. “Try again” uses the model {model}, which knows it.</source>
        <translation>{name} 看來是{language}；模型只懂{languages}，因此沒有更動任何內容。若要改用懂這種語言的模型 {model}，請按「再試一次」。</translation>
    </message>
    <message>
        <source>{name} looks like {language}, but the model knows only {languages}, so nothing was changed. Transcribe its recording instead: the speech model {model}, which is installed, writes this language with punctuation.</source>
        <translation>{name} 看來是{language}；模型只懂{languages}，因此沒有更動任何內容。請改為轉寫它的錄音：已安裝的語音模型 {model} 寫這種語言時帶標點。</translation>
    </message>
    <message>
        <source>{name} looks like {language}, but the model knows only {languages}.</source>
        <translation>{name} 看起來是{language}，而模型只懂{languages}。</translation>
    </message>
    <message>
        <source>{name} sounds like {language}, which no installed speech model writes, so nothing was written. Download or import one that does in Settings.</source>
        <translation>{name} 聽起來是{language}，已安裝的語音模型都不會書寫這種語言，因此什麼都沒有寫。請在設定裡下載或匯入會的模型。</translation>
    </message>
    <message>
        <source>{name} sounds like {language}.</source>
        <translation>{name} 聽起來是{language}。</translation>
    </message>
    <message>
        <source>{name} was not installed: {reason}. Get it again from its publisher.</source>
        <translation>{name} 未安裝：{reason}；請向發行者重新取得。</translation>
    </message>
    <message>
        <source>{name}, line {line}: {reason}.</source>
        <translation>{name} 第 {line} 行：{reason}。</translation>
    </message>
    <message>
        <source>{number}</source>
        <translation>{number}</translation>
    </message>
    <message>
        <source>{number}: {language}</source>
        <translation>{number}：{language}</translation>
    </message>
    <message>
        <source>{number}: {language}, “{title}”</source>
        <translation>{number}：{language}，「{title}」</translation>
    </message>
    <message>
        <source>{number}: “{title}”</source>
        <translation>{number}：「{title}」</translation>
    </message>
    <message>
        <source>{one}, {next}</source>
        <translation>{one}、{next}</translation>
    </message>
    <message>
        <source>{path} cannot be transcribed: {reason}.</source>
        <translation>無法轉寫 {path}：{reason}。</translation>
    </message>
    <message>
        <source>{path} cannot be written: {reason}</source>
        <translation>無法寫入 {path}：{reason}</translation>
    </message>
    <message>
        <source>{path} is a device or a pipe, not a file</source>
        <translation>{path} 是裝置或管線，不是檔案</translation>
    </message>
    <message>
        <source>{path} is a folder</source>
        <translation>{path} 是資料夾</translation>
    </message>
    <message>
        <source>{path} is the source file, which is never overwritten</source>
        <translation>{path} 是來源檔案，不會被覆寫</translation>
    </message>
    <message>
        <source>{path}: {reason}. Try again.</source>
        <translation>{path}：{reason}；請再試一次。</translation>
    </message>
    <message>
        <source>{percent} % of {name} looks like {languages}, which the model does not know. That part stays as it is.</source>
        <translation>{name} 約有 {percent} % 看來是{languages}，模型不懂這種語言；這些部分保持原樣。</translation>
    </message>
    <message>
        <source>{place}: {reason}.</source>
        <translation>{place}：{reason}。</translation>
    </message>
    <message>
        <source>{rate} samples a second is too few for sound</source>
        <translation>每秒只有 {rate} 個取樣，構不成聲音</translation>
    </message>
    <message>
        <source>{rate} samples a second is too many for sound</source>
        <translation>每秒 {rate} 個取樣對聲音來說太多了</translation>
    </message>
    <message>
        <source>{reason} (the server said {status})</source>
        <translation>{reason}（伺服器回應 {status}）</translation>
    </message>
    <message>
        <source>{reason}.</source>
        <translation>{reason}。</translation>
    </message>
    <message>
        <source>{sentence} It stays as it is.</source>
        <translation>{sentence}該處維持原樣。</translation>
    </message>
    <message>
        <source>Fermata cannot write {suffix}; the name should end in {suffixes}</source>
        <translation>無法寫成 {suffix}；名稱應以 {suffixes} 結尾</translation>
    </message>
    <message>
        <source>Fermata cannot read {suffix} files; {help}</source>
        <translation>無法讀取 {suffix} 檔案；{help}</translation>
    </message>
    <message>
        <source>it must be {value}</source>
        <translation>需要{value}</translation>
    </message>
    <message>
        <source>“*” is only for words to replace</source>
        <translation>「*」只能代表要替換的詞</translation>
    </message>
    <message>
        <source>“{form}” must have one to {count} words</source>
        <translation>「{form}」不是一到 {count} 個詞</translation>
    </message>
    <message>
        <source>“{form}” is written “{written}” in line {line}; the later line counts</source>
        <translation>「{form}」在第 {line} 行寫作「{written}」；以後面的一行為準</translation>
    </message>
    <message>
        <source>“{name}” needs a sign</source>
        <translation>「{name}」後面要有一個符號</translation>
    </message>
    <message>
        <source>“{name}” needs two signs, one for each side</source>
        <translation>「{name}」需要兩個符號，左右各一個</translation>
    </message>
    <message>
        <source>“{name}” takes no sign</source>
        <translation>「{name}」後面不能有符號</translation>
    </message>
    <message>
        <source>“{phrase}” already does something else</source>
        <translation>「{phrase}」已有其他作用</translation>
    </message>
</context>
<context>
    <name>MicrophoneBox</name>
    <message>
        <source>Microphone</source>
        <translation>麥克風</translation>
    </message>
    <message>
        <source>System microphone</source>
        <translation>系統麥克風</translation>
    </message>
    <message>
        <source>%1 (not found)</source>
        <translation>%1（找不到）</translation>
    </message>
</context>
<context>
    <name>MicrophonePage</name>
    <message>
        <source>Microphone</source>
        <translation>麥克風</translation>
    </message>
    <message>
        <source>test level meter</source>
        <translation>測試 音量 音量表</translation>
    </message>
</context>
<context>
    <name>MicrophoneStep</name>
    <message>
        <source>Choose a microphone and see whether it is heard. Nothing is recorded here.</source>
        <translation>請選擇麥克風，看看聲音是否收得到。這裡不會錄音。</translation>
    </message>
    <message>
        <source>Microphone</source>
        <translation>麥克風</translation>
    </message>
</context>
<context>
    <name>MicrophoneTestView</name>
    <message>
        <source>Test</source>
        <translation>測試</translation>
    </message>
    <message>
        <source>Test the microphone</source>
        <translation>測試麥克風</translation>
    </message>
    <message>
        <source>Your voice should peak between the two marks.</source>
        <translation>說話音量應在兩條刻度之間。</translation>
    </message>
    <message>
        <source>Opening the microphone…</source>
        <translation>正在開啟麥克風…</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Listening. Say something.</source>
        <translation>聆聽中，請說點什麼。</translation>
    </message>
    <message>
        <source>Too loud: turn the microphone down, or move further away.</source>
        <translation>聲音過大：請調低麥克風音量，或離遠一點。</translation>
    </message>
    <message>
        <source>Your voice comes through well.</source>
        <translation>聽得很清楚。</translation>
    </message>
    <message>
        <source>Nothing was heard.</source>
        <translation>沒有聽到聲音。</translation>
    </message>
    <message>
        <source>The microphone works.</source>
        <translation>麥克風運作正常。</translation>
    </message>
</context>
<context>
    <name>ModelChoices</name>
    <message>
        <source>%1 is ready and takes over at your next pause.</source>
        <translation>「%1」已就緒，從下一次停頓起由它辨識。</translation>
    </message>
    <message>
        <source>%1 is ready for the next dictation.</source>
        <translation>「%1」已就緒，下一次聽寫由它辨識。</translation>
    </message>
</context>
<context>
    <name>ModelRow</name>
    <message>
        <source>Download of %1</source>
        <translation>正在下載 %1</translation>
    </message>
    <message>
        <source>Details</source>
        <translation>詳細資料</translation>
    </message>
    <message>
        <source>Resume</source>
        <translation>繼續下載</translation>
    </message>
    <message>
        <source>Download</source>
        <translation>下載</translation>
    </message>
    <message>
        <source>Discard</source>
        <translation>捨棄</translation>
    </message>
    <message>
        <source>%1 of %2 downloaded.</source>
        <translation>已下載 %1，共 %2。</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Waiting…</source>
        <translation>等候中…</translation>
    </message>
    <message>
        <source>Checking the download…</source>
        <translation>正在確認下載內容未遭更動…</translation>
    </message>
    <message>
        <source>Unpacking…</source>
        <translation>正在解壓縮…</translation>
    </message>
    <message>
        <source>Delete this model permanently? This frees %1.</source>
        <translation>要永久刪除此模型嗎？將釋放 %1。</translation>
    </message>
    <message>
        <source>In use</source>
        <translation>使用中</translation>
    </message>
    <message>
        <source>Recommended</source>
        <translation>建議</translation>
    </message>
    <message>
        <source>Damaged</source>
        <translation>已損毀</translation>
    </message>
    <message>
        <source>comes with Fermata</source>
        <translation>隨 Fermata 提供</translation>
    </message>
    <message>
        <source>yours</source>
        <translation>您安裝的</translation>
    </message>
    <message>
        <source>elsewhere on this computer</source>
        <translation>位於這台電腦的其他位置</translation>
    </message>
    <message>
        <source>%1 languages</source>
        <translation>%1 種語言</translation>
    </message>
    <message>
        <source>%1 of memory</source>
        <translation>占用記憶體 %1</translation>
    </message>
    <message>
        <source>for a graphics card</source>
        <translation>適合有顯示卡的電腦</translation>
    </message>
    <message>
        <source>punctuates by itself</source>
        <translation>自行加標點</translation>
    </message>
    <message>
        <source>%1 % of words wrong (%2)</source>
        <translation>字詞錯誤率 %1%（%2）</translation>
    </message>
    <message>
        <source>F1 %1 % on %2</source>
        <translation>%2：F1 %1%</translation>
    </message>
    <message>
        <source>trained on texts licensed %1</source>
        <translation>所用文字資料的授權：%1</translation>
    </message>
    <message>
        <source>%1: free, even for work</source>
        <translation>%1：免費，工作也可使用</translation>
    </message>
    <message>
        <source>%1: not for commercial use</source>
        <translation>%1：不得用於營利</translation>
    </message>
    <message>
        <source>no known checksum</source>
        <translation>沒有已知的總和檢查碼</translation>
    </message>
    <message>
        <source>checked by SHA-256</source>
        <translation>以 SHA-256 檢查</translation>
    </message>
    <message>
        <source>checked by MD5 only</source>
        <translation>僅以 MD5 檢查</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>暫停</translation>
    </message>
    <message>
        <source>Use</source>
        <translation>使用</translation>
    </message>
    <message>
        <source>Download again</source>
        <translation>重新下載</translation>
    </message>
    <message>
        <source>Verify</source>
        <translation>檢查</translation>
    </message>
    <message>
        <source>Remove…</source>
        <translation>移除…</translation>
    </message>
    <message>
        <source>Delete permanently</source>
        <translation>永久刪除</translation>
    </message>
    <message>
        <source>Keep</source>
        <translation>保留</translation>
    </message>
    <message>
        <source>All files are intact.</source>
        <translation>所有檔案都完好無損。</translation>
    </message>
    <message>
        <source>Nothing is missing. There is no checksum to tell whether files were altered.</source>
        <translation>沒有缺少任何檔案；無法得知檔案是否曾遭更動。</translation>
    </message>
    <message>
        <source>%1 of %2 · %3 a second</source>
        <translation>%1/%2 · 每秒 %3</translation>
    </message>
</context>
<context>
    <name>ModelStep</name>
    <message>
        <source>More are listed in Settings, by language.</source>
        <translation>更多辨識引擎可在設定中依語言尋找。</translation>
    </message>
    <message>
        <source>English works at once with the small recogniser that comes with Fermata. It mishears about one word in ten.</source>
        <translation>英語可以立即使用：Fermata 內建一個小型辨識引擎，大約每十個詞會聽錯一個。</translation>
    </message>
    <message>
        <source>No internet? Download it with Fermata on another computer, then copy its folder from “speech-models” in Fermata&apos;s data folder and import it here.</source>
        <translation>沒有網路時：在另一台電腦上用 Fermata 下載，把 Fermata 資料裡 speech-models 中該模型的資料夾複製到隨身碟，再在這裡匯入該資料夾。</translation>
    </message>
    <message>
        <source>Recommended for %2. A one-time download of %1 in the background; you can carry on meanwhile. Fermata uses the network for nothing else.</source>
        <translation>這一個是%2的推薦引擎。只需下載一次（%1），下載在背景進行，期間可以繼續使用。Fermata 只有這時才會用到網路。</translation>
    </message>
    <message>
        <source>The recogniser for %1 is still downloading. Until then, only English is recognised.</source>
        <translation>%1的辨識引擎仍在下載。下載完成之前只聽得懂英語。</translation>
    </message>
    <message>
        <source>No recogniser for %1 is installed yet. Download or import one; until then only English is recognised.</source>
        <translation>這裡還沒有%1的辨識引擎：請下載或匯入一個。在此之前只聽得懂英語。</translation>
    </message>
    <message>
        <source>A good recogniser is already here: %1. You can dictate at once.</source>
        <translation>已有良好的辨識引擎：%1。可以立即開始聽寫。</translation>
    </message>
    <message>
        <source>Measuring this computer&apos;s speed…</source>
        <translation>正在測試這台電腦的速度…</translation>
    </message>
    <message>
        <source>This computer keeps up with it.</source>
        <translation>這台電腦跟得上這個模型。</translation>
    </message>
    <message>
        <source>It may be too slow for this computer.</source>
        <translation>這個模型對這台電腦來說可能太慢。</translation>
    </message>
</context>
<context>
    <name>ModelsPage</name>
    <message>
        <source>Languages &amp; models</source>
        <translation>語言與模型</translation>
    </message>
    <message>
        <source>Languages shown</source>
        <translation>顯示的語言</translation>
    </message>
    <message>
        <source>All languages</source>
        <translation>所有語言</translation>
    </message>
    <message>
        <source>import language</source>
        <translation>匯入 語言</translation>
    </message>
    <message>
        <source>Languages you speak</source>
        <translation>您說的語言</translation>
    </message>
    <message>
        <source>One or several. Fermata recognises which of them you are speaking.</source>
        <translation>這裡的辨識器會書寫的任何語言，可選一種或幾種；聽到的內容決定是其中哪一種。</translation>
    </message>
    <message>
        <source>Recognisers: speech to words</source>
        <translation>辨識引擎：從聲音到字詞</translation>
    </message>
    <message>
        <source>Punctuation models: from words to sentences</source>
        <translation>標點模型：從字詞到句子</translation>
    </message>
    <message>
        <source>More recognisers to download</source>
        <translation>更多可下載的辨識引擎</translation>
    </message>
    <message>
        <source>Looking for models…</source>
        <translation>正在尋找模型…</translation>
    </message>
    <message>
        <source>Import it as “%1”</source>
        <translation>以「%1」匯入</translation>
    </message>
    <message>
        <source>%1 is installed.</source>
        <translation>%1 已安裝。</translation>
    </message>
    <message>
        <source>%1 is installed. The current dictation switches to it at your next pause.</source>
        <translation>已安裝「%1」。進行中的聽寫從下一次停頓起使用此處標示為使用中的模型。</translation>
    </message>
    <message>
        <source>The current dictation switches to it at your next pause.</source>
        <translation>進行中的聽寫也會從下一次停頓起使用它。</translation>
    </message>
</context>
<context>
    <name>Navigation</name>
    <message>
        <source>Parts of the window</source>
        <translation>視窗各部分</translation>
    </message>
</context>
<context>
    <name>NoticeLine</name>
    <message>
        <source>Notice</source>
        <translation>通知</translation>
    </message>
    <message>
        <source>Close the notice</source>
        <translation>關閉通知</translation>
    </message>
    <message>
        <source>The models are still loading. What you say is kept and appears in a moment.</source>
        <translation>模型仍在載入；您說的話會保留，稍後顯示。</translation>
    </message>
    <message>
        <source>No sound. Is the microphone muted, or the wrong one selected?</source>
        <translation>沒有聽到聲音。麥克風是否已靜音，或應選用另一個？</translation>
    </message>
    <message>
        <source>There is sound, but no words are recognised.</source>
        <translation>有聲音，但沒有辨識出字詞。</translation>
    </message>
    <message>
        <source>The recogniser stopped and is restarting. Nothing is lost.</source>
        <translation>辨識器意外結束，正在重新啟動；不會遺失內容。</translation>
    </message>
    <message>
        <source>No recogniser works. Recording continues, and the words follow once one does.</source>
        <translation>沒有可用的辨識器：錄音繼續，有了辨識器文字就會出現。</translation>
    </message>
    <message>
        <source>The microphone is disconnected, so nothing you say now is heard. Dictation resumes by itself when one is connected.</source>
        <translation>麥克風已斷開：現在說的話聽不到。一有麥克風，聽寫會自動繼續。</translation>
    </message>
    <message>
        <source>The disk is full. What you say is kept in memory; free some space.</source>
        <translation>磁碟無法再寫入聲音：您說的內容保留在記憶體中。請騰出一些空間。</translation>
    </message>
    <message>
        <source>Recognition is %1 behind. Nothing is lost.</source>
        <translation>辨識落後了 %1；沒有遺失任何內容。</translation>
    </message>
</context>
<context>
    <name>OldSessionsQuestion</name>
    <message numerus="yes">
        <source>%Ln sessions are older than you want to keep them, by this computer&apos;s clock. Delete them permanently?</source>
        <translation>
            <numerusform>依這部電腦的時鐘，%Ln 次聽寫已超過您設定的保留時間。要永久刪除嗎？</numerusform>
        </translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>刪除</translation>
    </message>
    <message>
        <source>Keep</source>
        <translation>保留</translation>
    </message>
</context>
<context>
    <name>OpenTexts</name>
    <message>
        <source>Untitled</source>
        <translation>未命名</translation>
    </message>
</context>
<context>
    <name>OwnWords</name>
    <message>
        <source>Add “%1” to my words</source>
        <translation>將「%1」加入我的字詞</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>復原</translation>
    </message>
    <message>
        <source>“%1” is one of your words now.</source>
        <translation>「%1」已加入您的字詞。</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>再試一次</translation>
    </message>
</context>
<context>
    <name>Pill</name>
    <message>
        <source>Elapsed time</source>
        <translation>經過時間</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Stops recording; words already spoken still appear. F5</source>
        <translation>停止聽寫；已說出的字詞仍會全部顯示。F5</translation>
    </message>
    <message>
        <source>Dictation</source>
        <translation>聽寫</translation>
    </message>
    <message>
        <source>Words will follow</source>
        <translation>文字稍後出現</translation>
    </message>
    <message>
        <source>Words are late</source>
        <translation>文字延遲出現</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>暫停</translation>
    </message>
    <message>
        <source>Resume</source>
        <translation>繼續</translation>
    </message>
    <message>
        <source>No microphone</source>
        <translation>沒有麥克風</translation>
    </message>
    <message>
        <source>Nothing is heard</source>
        <translation>聽不到聲音</translation>
    </message>
    <message>
        <source>The disk is full</source>
        <translation>磁碟已滿</translation>
    </message>
    <message>
        <source>Record or stop</source>
        <translation>開始或停止聽寫</translation>
    </message>
    <message>
        <source>Pause or resume</source>
        <translation>暫停或繼續</translation>
    </message>
</context>
<context>
    <name>PillWordCount</name>
    <message numerus="yes">
        <source>%Ln words</source>
        <translation>
            <numerusform>%Ln 詞</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>PlanBar</name>
    <message>
        <source>Existing punctuation:</source>
        <translation>已有的標點：</translation>
    </message>
    <message>
        <source>Start</source>
        <translation>開始</translation>
    </message>
    <message>
        <source>Start all</source>
        <translation>全部開始</translation>
    </message>
    <message>
        <source>Punctuate the chosen files</source>
        <translation>為選取的檔案加標點</translation>
    </message>
    <message>
        <source>Punctuate all waiting files (Ctrl+Return)</source>
        <translation>為所有等待中的檔案加標點（Ctrl+Return）</translation>
    </message>
</context>
<context>
    <name>Playback</name>
    <message>
        <source>This text has no recording.</source>
        <translation>此文字中沒有在這裡聽寫的內容。</translation>
    </message>
    <message>
        <source>“%1” is no longer there.</source>
        <translation>找不到「%1」了。</translation>
    </message>
    <message>
        <source>Keep recordings…</source>
        <translation>保留錄音…</translation>
    </message>
    <message>
        <source>This recording was not kept.</source>
        <translation>這段錄音沒有留下來。</translation>
    </message>
</context>
<context>
    <name>PlayerBar</name>
    <message>
        <source>Back %1 seconds</source>
        <translation>倒轉 %1 秒</translation>
    </message>
    <message>
        <source>Position in the recording</source>
        <translation>錄音的播放位置</translation>
    </message>
    <message>
        <source>Playback speed</source>
        <translation>播放速度</translation>
    </message>
</context>
<context>
    <name>PortalHotkeys</name>
    <message>
        <source>Start and stop dictation</source>
        <translation>開始與停止聽寫</translation>
    </message>
    <message>
        <source>Dictate while held down</source>
        <translation>按住時聽寫</translation>
    </message>
    <message>
        <source>Discard the dictation</source>
        <translation>捨棄聽寫</translation>
    </message>
</context>
<context>
    <name>PrivacyPage</name>
    <message>
        <source>Privacy</source>
        <translation>隱私權</translation>
    </message>
    <message>
        <source>Nothing you say or write leaves this computer. Fermata uses the network for one thing only: a model that you download yourself.</source>
        <translation>您說的和寫的內容都不會離開這台電腦。Fermata 只在您自行下載模型時使用網路。</translation>
    </message>
</context>
<context>
    <name>Problem</name>
    <message>
        <source>Fermata cannot reach other applications here.</source>
        <translation>這裡沒有其他應用程式。</translation>
    </message>
    <message>
        <source>Fermata cannot use this system&apos;s keyboard.</source>
        <translation>Fermata 無法使用這個系統的鍵盤。</translation>
    </message>
    <message>
        <source>Allow Fermata under Privacy &amp; Security → Accessibility, then start it again.</source>
        <translation>請在「隱私權與安全性」→「輔助使用」中允許 Fermata，然後重新啟動它。</translation>
    </message>
    <message>
        <source>This desktop does not let applications listen for global keys. Bind a key to “fermata --toggle” in the desktop&apos;s settings.</source>
        <translation>此桌面環境不允許應用程式監聽按鍵。請在桌面設定中將一個按鍵指定給「fermata --toggle」。</translation>
    </message>
    <message>
        <source>The desktop refused. Allow it in the desktop&apos;s settings, or try again.</source>
        <translation>桌面環境拒絕了要求。請在桌面設定中允許，或再試一次。</translation>
    </message>
    <message>
        <source>Another program already uses this shortcut. Choose another one.</source>
        <translation>已有其他程式使用這些按鍵。請改選別的按鍵。</translation>
    </message>
    <message>
        <source>This shortcut cannot be used globally.</source>
        <translation>無法監聽這些按鍵。</translation>
    </message>
    <message>
        <source>These keys are needed for typing. Add Ctrl, Alt or Meta.</source>
        <translation>這些按鍵用於輸入文字：請加上 Ctrl、Alt 或 Meta。</translation>
    </message>
    <message>
        <source>This desktop does not let applications type into others. What you say is on the clipboard, ready to paste.</source>
        <translation>此桌面環境不允許應用程式寫入其他程式：您說的內容已放入剪貼簿，可直接貼上。</translation>
    </message>
    <message>
        <source>Fermata writes nothing into password fields: what you said is here.</source>
        <translation>Fermata 不會在密碼欄位寫入任何內容：您說的話都在這裡。</translation>
    </message>
    <message>
        <source>No text field was selected in the application in front: what you said is here.</source>
        <translation>前景應用程式沒有選取文字欄位：您說的話在這裡。</translation>
    </message>
    <message>
        <source>No application was in front: what you said is here.</source>
        <translation>前景沒有應用程式：您說的話在這裡。</translation>
    </message>
    <message>
        <source>The screen was locked: what you said is here.</source>
        <translation>螢幕已鎖定：您說的話在這裡。</translation>
    </message>
    <message>
        <source>Password field</source>
        <translation>密碼欄位</translation>
    </message>
    <message>
        <source>No text field</source>
        <translation>沒有文字欄位</translation>
    </message>
    <message>
        <source>Screen locked</source>
        <translation>螢幕鎖定中</translation>
    </message>
    <message>
        <source>On the clipboard</source>
        <translation>已放到剪貼簿</translation>
    </message>
</context>
<context>
    <name>ReadingSize</name>
    <message>
        <source>Larger text</source>
        <translation>放大文字</translation>
    </message>
    <message>
        <source>Smaller text</source>
        <translation>縮小文字</translation>
    </message>
    <message>
        <source>Normal text size</source>
        <translation>文字恢復原本大小</translation>
    </message>
</context>
<context>
    <name>RecognisedPane</name>
    <message>
        <source>As recognised</source>
        <translation>辨識原文</translation>
    </message>
    <message>
        <source>Recognised words</source>
        <translation>辨識出的字詞</translation>
    </message>
    <message>
        <source>Written sentence</source>
        <translation>寫成的句子</translation>
    </message>
    <message>
        <source>Recognised</source>
        <translation>辨識結果</translation>
    </message>
    <message>
        <source>Written</source>
        <translation>寫成文字</translation>
    </message>
    <message>
        <source>Place the cursor in a dictated sentence.</source>
        <translation>請將游標放到聽寫的句子中。</translation>
    </message>
    <message>
        <source>%1 % sure</source>
        <translation>信心水準 %1%</translation>
    </message>
</context>
<context>
    <name>RecognisingAgain</name>
    <message>
        <source>Nothing on this page is in the history.</source>
        <translation>此頁沒有任何內容在歷史記錄中。</translation>
    </message>
    <message>
        <source>It is already being recognised again.</source>
        <translation>已在重新辨識。</translation>
    </message>
    <message>
        <source>Accept or reject the new text first.</source>
        <translation>請先接受或拒絕新的文字。</translation>
    </message>
    <message>
        <source>Its recording was not kept.</source>
        <translation>未保留錄音。</translation>
    </message>
    <message>
        <source>It was typed.</source>
        <translation>這是鍵入的文字。</translation>
    </message>
    <message>
        <source>It came from a transcript, which has no recording.</source>
        <translation>它來自逐字稿，沒有聲音。</translation>
    </message>
    <message>
        <source>“%1” is being recognised again: %2 %</source>
        <translation>正在重新辨識「%1」：%2 %</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>This session was recognised again with %1. Nothing has changed yet.</source>
        <translation>此工作階段已用「%1」重新辨識；尚未變更任何內容。</translation>
    </message>
    <message>
        <source>Its recording is missing: %1</source>
        <translation>錄音已不在原處：%1</translation>
    </message>
    <message>
        <source>Show the differences</source>
        <translation>顯示不同之處</translation>
    </message>
    <message>
        <source>Discard</source>
        <translation>捨棄</translation>
    </message>
    <message>
        <source>Stop recording first.</source>
        <translation>請先停止聽寫。</translation>
    </message>
    <message>
        <source>%1 recognised exactly the same words.</source>
        <translation>「%1」的辨識結果相同：沒有不同之處。</translation>
    </message>
    <message>
        <source>This is the new text. Nothing is changed until you accept it.</source>
        <translation>這是新的文字。在您接受之前不會變更任何內容。</translation>
    </message>
    <message>
        <source>New text accepted. Undo restores the old one.</source>
        <translation>已採用新的文字。「復原」可找回先前的文字。</translation>
    </message>
    <message>
        <source>New text accepted, because you continued in it. Undo restores the old one.</source>
        <translation>您在新的文字中繼續編寫，因此已採用。「復原」可找回先前的文字。</translation>
    </message>
    <message>
        <source>Old text kept. Undo shows the new one.</source>
        <translation>文字已恢復原狀。「復原」可再顯示新的文字。</translation>
    </message>
</context>
<context>
    <name>RecordButton</name>
    <message>
        <source>Stops recording; words already spoken still appear. F5</source>
        <translation>停止；已經說出的每個詞仍會寫出來。F5</translation>
    </message>
    <message>
        <source>Record</source>
        <translation>開始聽寫</translation>
    </message>
    <message>
        <source>Starts dictation. F5</source>
        <translation>開始聽寫。F5</translation>
    </message>
    <message>
        <source>Starting…</source>
        <translation>正在啟動…</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Finishing…</source>
        <translation>收尾中…</translation>
    </message>
    <message>
        <source>The last words are being recognised; the microphone is closed.</source>
        <translation>正在辨識最後的字詞；麥克風已關閉。</translation>
    </message>
</context>
<context>
    <name>RecoveryController</name>
    <message>
        <source>Your last dictation was interrupted. Its text and audio are safe.</source>
        <translation>上次聽寫未正常結束；其文字和聲音都已保留。</translation>
    </message>
    <message>
        <source>Restore</source>
        <translation>還原</translation>
    </message>
    <message>
        <source>Leave in the history</source>
        <translation>留在歷史記錄中</translation>
    </message>
    <message>
        <source>Recognising your last words again: %1 %</source>
        <translation>正在重新辨識最後說的內容：%1 %</translation>
    </message>
    <message>
        <source>Later</source>
        <translation>以後再說</translation>
    </message>
    <message>
        <source>You will be asked again at the next start.</source>
        <translation>下次啟動時會再次提供。</translation>
    </message>
    <message>
        <source>The session could not be restored. It is offered again at the next start.</source>
        <translation>無法還原該工作階段；下次啟動時會再次詢問。</translation>
    </message>
</context>
<context>
    <name>RetypePopup</name>
    <message>
        <source>Doubtful word</source>
        <translation>存疑字詞</translation>
    </message>
    <message>
        <source>What was said</source>
        <translation>所說的內容</translation>
    </message>
    <message>
        <source>Play again</source>
        <translation>再播放一次</translation>
    </message>
    <message>
        <source>Replace</source>
        <translation>取代</translation>
    </message>
    <message>
        <source>Accept and go to the next word (Return)</source>
        <translation>採用並跳到下一個字詞（Return）</translation>
    </message>
    <message>
        <source>The word is right; stop marking it (Alt+L). Escape closes this</source>
        <translation>這個字詞沒有錯，不再標記（Alt+L）。按 Esc 結束</translation>
    </message>
    <message>
        <source>Looking for other readings…</source>
        <translation>正在尋找其他聽法…</translation>
    </message>
    <message>
        <source>back to the first</source>
        <translation>又從頭開始</translation>
    </message>
    <message>
        <source>Replace it with “%1”</source>
        <translation>換成「%1」</translation>
    </message>
    <message>
        <source>Other readings: %1</source>
        <translation>其他聽法：%1</translation>
    </message>
    <message>
        <source>Leave it</source>
        <translation>維持原樣</translation>
    </message>
    <message>
        <source>%1 % sure</source>
        <translation>信心水準 %1%</translation>
    </message>
    <message>
        <source>Recognised as “%1”</source>
        <translation>辨識為「%1」</translation>
    </message>
</context>
<context>
    <name>SavingNotices</name>
    <message>
        <source>Your words are kept in memory and saved as soon as possible.</source>
        <translation>您的文字保留在記憶體中，一旦可以就會儲存。</translation>
    </message>
    <message>
        <source>The recording cannot be kept, but your words can.</source>
        <translation>聲音無法保留，但文字可以。</translation>
    </message>
    <message>
        <source>Everything said and typed since the start is kept in another place and offered at the next start.</source>
        <translation>啟動以來所說和所輸入的內容會存放在別處，並在下次啟動時提供。</translation>
    </message>
    <message>
        <source>Choose a microphone</source>
        <translation>選擇麥克風</translation>
    </message>
    <message>
        <source>The history cannot be saved yet. If you close now, unsaved text is kept in another place and offered at the next start.</source>
        <translation>目前還無法寫入歷史記錄。關閉時尚未寫入的內容會存放在別處，並在下次啟動時提供。</translation>
    </message>
    <message>
        <source>Save somewhere else…</source>
        <translation>儲存到其他位置…</translation>
    </message>
    <message>
        <source>Close anyway</source>
        <translation>仍然關閉</translation>
    </message>
    <message>
        <source>Everything is saved again.</source>
        <translation>現在一切都已儲存。</translation>
    </message>
</context>
<context>
    <name>Settings</name>
    <message>
        <source>Language of the window</source>
        <translation>介面語言</translation>
    </message>
    <message>
        <source>Takes effect after a restart. The language you dictate in is set under Languages &amp; models.</source>
        <translation>變更會在下次啟動時生效。聽寫語言由所用模型決定，與此無關。</translation>
    </message>
    <message>
        <source>Appearance</source>
        <translation>外觀</translation>
    </message>
    <message>
        <source>Same as the system</source>
        <translation>跟隨系統</translation>
    </message>
    <message>
        <source>Colours</source>
        <translation>配色</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>淺色</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>深色</translation>
    </message>
    <message>
        <source>Show an icon in the system tray</source>
        <translation>在系統匣中顯示圖示</translation>
    </message>
    <message>
        <source>Tray</source>
        <translation>系統匣</translation>
    </message>
    <message>
        <source>Closing the window leaves Fermata in the tray</source>
        <translation>關閉視窗後 Fermata 留在系統匣中</translation>
    </message>
    <message>
        <source>A running dictation continues.</source>
        <translation>正在進行的聽寫會繼續。</translation>
    </message>
    <message>
        <source>Show a small window over other applications while dictating</source>
        <translation>聽寫時在其他應用程式之上顯示小視窗</translation>
    </message>
    <message>
        <source>Shows that the microphone is on, with buttons to pause and stop.</source>
        <translation>顯示麥克風正在使用，並可暫停或停止。</translation>
    </message>
    <message>
        <source>Over other applications</source>
        <translation>在其他應用程式之上</translation>
    </message>
    <message>
        <source>… with the last words</source>
        <translation>……並顯示最近的字詞</translation>
    </message>
    <message>
        <source>Anyone who sees your screen can read them.</source>
        <translation>看得到您螢幕的人都能讀到。</translation>
    </message>
    <message>
        <source>Start and stop dictation</source>
        <translation>開始與停止聽寫</translation>
    </message>
    <message>
        <source>If your desktop does not allow this, bind a key to “fermata --toggle”.</source>
        <translation>若桌面環境不允許全域快速鍵，請將一個按鍵指定給「fermata --toggle」。</translation>
    </message>
    <message>
        <source>Keys that work in every application</source>
        <translation>全域快速鍵</translation>
    </message>
    <message>
        <source>Dictate while held down</source>
        <translation>按住時聽寫</translation>
    </message>
    <message>
        <source>Empty: off.</source>
        <translation>留空：關閉。</translation>
    </message>
    <message>
        <source>When the microphone is disconnected</source>
        <translation>麥克風中斷連線時</translation>
    </message>
    <message>
        <source>When something is wrong</source>
        <translation>發生問題時</translation>
    </message>
    <message>
        <source>Switch to another one</source>
        <translation>改用其他麥克風繼續</translation>
    </message>
    <message>
        <source>Wait for it to return</source>
        <translation>等候原來的麥克風</translation>
    </message>
    <message>
        <source>Warn me when nothing is heard for</source>
        <translation>多久沒有聲音時提醒</translation>
    </message>
    <message>
        <source>s</source>
        <translation>秒</translation>
    </message>
    <message>
        <source>Show words that may still change</source>
        <translation>顯示可能還會改變的字詞</translation>
    </message>
    <message>
        <source>Off: only finished sentences appear.</source>
        <translation>關閉時：只顯示已完成的句子。</translation>
    </message>
    <message>
        <source>While you speak</source>
        <translation>說話時</translation>
    </message>
    <message>
        <source>Show new words every</source>
        <translation>顯示新字詞的間隔</translation>
    </message>
    <message>
        <source>A shorter interval looks livelier but uses more processor time.</source>
        <translation>間隔越短越即時，處理器也越忙。</translation>
    </message>
    <message>
        <source>seconds</source>
        <translation>秒</translation>
    </message>
    <message>
        <source>Follow the dictation</source>
        <translation>隨語音捲動</translation>
    </message>
    <message>
        <source>Stops by itself when you scroll up, until you scroll back down.</source>
        <translation>向上捲動時自動停止，捲回底部後恢復。</translation>
    </message>
    <message>
        <source>Punctuation comes from</source>
        <translation>標點由誰決定</translation>
    </message>
    <message>
        <source>Some recognisers write punctuation of their own, often at every pause.</source>
        <translation>有些辨識引擎會自己標點，往往每逢停頓就標。</translation>
    </message>
    <message>
        <source>Fermata, with the recogniser&apos;s as a hint</source>
        <translation>Fermata，並參考辨識引擎的標點</translation>
    </message>
    <message>
        <source>Fermata alone</source>
        <translation>只由 Fermata</translation>
    </message>
    <message>
        <source>The recogniser, if it writes any</source>
        <translation>辨識引擎（若它自己標點）</translation>
    </message>
    <message>
        <source>Leave out</source>
        <translation>省去</translation>
    </message>
    <message>
        <source>In dictations and recordings. “As recognised” still shows every word.</source>
        <translation>用於聽寫和錄音。「辨識原文」裡仍有每個詞。</translation>
    </message>
    <message>
        <source>Nothing</source>
        <translation>不省去</translation>
    </message>
    <message>
        <source>Fillers: um, uh, 呃</source>
        <translation>填充詞：呃、嗯</translation>
    </message>
    <message>
        <source>Fillers and words said twice</source>
        <translation>填充詞和重複的詞</translation>
    </message>
    <message>
        <source>Write numbers, dates, times and measures in figures</source>
        <translation>用阿拉伯數字寫數目、日期、時間和度量</translation>
    </message>
    <message>
        <source>If it is not certain that a number is meant, the words stay.</source>
        <translation>不能確定說的是數字時，保留原來的字。</translation>
    </message>
    <message>
        <source>Numbers</source>
        <translation>數字</translation>
    </message>
    <message>
        <source>Numbers below ten</source>
        <translation>十以下的數</translation>
    </message>
    <message>
        <source>With a unit, figures are always used: 9 mg.</source>
        <translation>帶單位時總是寫成數字：9 毫克。</translation>
    </message>
    <message>
        <source>nine people</source>
        <translation>九個人</translation>
    </message>
    <message>
        <source>9 people</source>
        <translation>9 個人</translation>
    </message>
    <message>
        <source>Times of day</source>
        <translation>鐘點</translation>
    </message>
    <message>
        <source>3 pm, 3:30 pm</source>
        <translation>下午3點、下午3點半</translation>
    </message>
    <message>
        <source>15:00, 15:30</source>
        <translation>15:00、15:30</translation>
    </message>
    <message>
        <source>Underline words that were hard to hear</source>
        <translation>為沒有聽清楚的字詞加底線</translation>
    </message>
    <message>
        <source>F8 goes from one to the next.</source>
        <translation>按 F8 逐一檢視。</translation>
    </message>
    <message>
        <source>Doubtful words</source>
        <translation>存疑字詞</translation>
    </message>
    <message>
        <source>Underline words less certain than</source>
        <translation>把握低於此值時加底線</translation>
    </message>
    <message>
        <source>0 % underlines nothing, 100 % almost everything.</source>
        <translation>0% 全不加底線，100% 幾乎全部加底線。</translation>
    </message>
    <message>
        <source>%</source>
        <translation>%</translation>
    </message>
    <message>
        <source>Characters</source>
        <translation>字形</translation>
    </message>
    <message>
        <source>Only the characters change, never the words. This applies to files too.</source>
        <translation>只改變字形，不改變用詞；檔案也這樣寫。</translation>
    </message>
    <message>
        <source>Chinese text</source>
        <translation>中文文字</translation>
    </message>
    <message>
        <source>Same as the system, or as first heard</source>
        <translation>依系統，或依最先聽到的</translation>
    </message>
    <message>
        <source>Simplified</source>
        <translation>簡體</translation>
    </message>
    <message>
        <source>Traditional (Hong Kong)</source>
        <translation>繁體（香港）</translation>
    </message>
    <message>
        <source>Traditional (Taiwan)</source>
        <translation>繁體（台灣）</translation>
    </message>
    <message>
        <source>Spaces between Chinese and Latin words</source>
        <translation>中文與拉丁字母單字之間的空格</translation>
    </message>
    <message>
        <source>In dictations and recordings; transcripts keep their spaces.</source>
        <translation>用於聽寫與轉寫的內容；既有的文字稿保留原來的空格。</translation>
    </message>
    <message>
        <source>Same as the source</source>
        <translation>與來源檔案相同</translation>
    </message>
    <message>
        <source>Document text</source>
        <translation>文件文字</translation>
    </message>
    <message>
        <source>Vision</source>
        <translation>視覺</translation>
    </message>
    <message>
        <source>Punctuation and capitals</source>
        <translation>標點與大小寫</translation>
    </message>
    <message>
        <source>The publisher’s</source>
        <translation>發行者的伺服器</translation>
    </message>
    <message>
        <source>Always</source>
        <translation>一律</translation>
    </message>
    <message>
        <source>Play a soft sound when dictation starts and stops</source>
        <translation>聽寫開始與停止時播放輕柔的提示音</translation>
    </message>
    <message>
        <source>Only when you start it from another application.</source>
        <translation>僅限您從其他應用程式開始聽寫時。</translation>
    </message>
    <message>
        <source>Unless a screen reader is running</source>
        <translation>未使用螢幕助讀程式時</translation>
    </message>
    <message>
        <source>Never</source>
        <translation>從不</translation>
    </message>
    <message>
        <source>Discard the dictation</source>
        <translation>捨棄聽寫</translation>
    </message>
    <message>
        <source>Sentences already sent to another application stay there. Empty: off.</source>
        <translation>已經送到其他應用程式的句子會留在原處。留空：關閉。</translation>
    </message>
    <message>
        <source>Sound from other applications</source>
        <translation>其他應用程式的聲音</translation>
    </message>
    <message>
        <source>While the microphone is on. Afterwards it is as before, unless you changed it yourself.</source>
        <translation>在麥克風開啟期間。之後恢復原狀，除非您自己更動過。</translation>
    </message>
    <message>
        <source>Leave it alone</source>
        <translation>不變</translation>
    </message>
    <message>
        <source>Turn it down</source>
        <translation>調低音量</translation>
    </message>
    <message>
        <source>Pause players</source>
        <translation>暫停播放器</translation>
    </message>
    <message>
        <source>Underline spelling mistakes</source>
        <translation>標示拼字錯誤</translation>
    </message>
    <message>
        <source>In languages for which this system has a dictionary. It needs enchant, which most Linux desktops have.</source>
        <translation>限於本系統有字典的語言。需要 enchant，大多數 Linux 桌面都有。</translation>
    </message>
    <message>
        <source>Spelling</source>
        <translation>拼字</translation>
    </message>
    <message>
        <source>As is usual in the language</source>
        <translation>依語言習慣</translation>
    </message>
    <message>
        <source>Marks</source>
        <translation>標點</translation>
    </message>
    <message>
        <source>Full-width “，。？！”, half-width “, . ? !”.</source>
        <translation>全形為「，。？！」，半形為「, . ? !」。</translation>
    </message>
    <message>
        <source>Full-width in Chinese only</source>
        <translation>僅中文用全形</translation>
    </message>
    <message>
        <source>Always full-width</source>
        <translation>一律全形</translation>
    </message>
    <message>
        <source>Always half-width</source>
        <translation>一律半形</translation>
    </message>
    <message>
        <source>Send finished sentences to the application in front</source>
        <translation>將已完成的句子傳送到前景應用程式</translation>
    </message>
    <message>
        <source>Other applications</source>
        <translation>其他應用程式</translation>
    </message>
    <message>
        <source>No</source>
        <translation>否</translation>
    </message>
    <message>
        <source>Paste them in</source>
        <translation>貼上</translation>
    </message>
    <message>
        <source>Type them</source>
        <translation>模擬鍵入</translation>
    </message>
    <message>
        <source>Restore the clipboard after pasting</source>
        <translation>貼上後還原剪貼簿內容</translation>
    </message>
    <message>
        <source>Fit sentences to the text around the cursor</source>
        <translation>讓句子與游標前後的文字銜接</translation>
    </message>
    <message>
        <source>Fermata reads a few words on either side and keeps none of them. It recognises password fields in the same way, and writes nothing into them.</source>
        <translation>Fermata 會讀取游標前後的少量文字，但不會保留。密碼欄位也是這樣辨識出來的，其中什麼都不會寫入。</translation>
    </message>
    <message>
        <source>Follow</source>
        <translation>執行</translation>
    </message>
    <message>
        <source>“Comma”, “new paragraph”; between two pauses “scratch that”, “stop listening”.</source>
        <translation>「逗號」、「新段落」；兩次停頓之間說「刪掉剛才那句」、「停止聽寫」。</translation>
    </message>
    <message>
        <source>All</source>
        <translation>全部</translation>
    </message>
    <message>
        <source>Punctuation and line breaks only</source>
        <translation>只有標點和換行</translation>
    </message>
    <message>
        <source>Everything except punctuation and line breaks</source>
        <translation>除標點和換行外的全部</translation>
    </message>
    <message>
        <source>None</source>
        <translation>不執行</translation>
    </message>
    <message>
        <source>Format</source>
        <translation>格式</translation>
    </message>
    <message>
        <source>Recordings have no text format of their own; their text is saved as txt.</source>
        <translation>錄音沒有自己的文字格式，會存成 txt。</translation>
    </message>
    <message>
        <source>Results</source>
        <translation>結果</translation>
    </message>
    <message>
        <source>Folder</source>
        <translation>資料夾</translation>
    </message>
    <message>
        <source>Your files are never overwritten.</source>
        <translation>您的檔案絕不會被覆寫。</translation>
    </message>
    <message>
        <source>Next to the source file</source>
        <translation>與來源檔案相同的資料夾</translation>
    </message>
    <message>
        <source>Times in the text</source>
        <translation>文中的時間</translation>
    </message>
    <message>
        <source>When you save or copy a recording or a dictation as text. Subtitles always have times.</source>
        <translation>將錄音或聽寫儲存或複製成文字時。字幕一律帶有時間。</translation>
    </message>
    <message>
        <source>Each paragraph</source>
        <translation>每段</translation>
    </message>
    <message>
        <source>Each speaker’s turn</source>
        <translation>換人說話時</translation>
    </message>
    <message>
        <source>Every 30 seconds</source>
        <translation>每 30 秒</translation>
    </message>
    <message>
        <source>Every minute</source>
        <translation>每分鐘</translation>
    </message>
    <message>
        <source>Every 5 minutes</source>
        <translation>每 5 分鐘</translation>
    </message>
    <message>
        <source>Highlight what was added</source>
        <translation>醒目顯示加入的內容</translation>
    </message>
    <message>
        <source>Punctuation and capitals that the source did not have.</source>
        <translation>來源檔案中沒有的標點與大寫字母。</translation>
    </message>
    <message>
        <source>Punctuation and capitals in transcripts</source>
        <translation>文字稿的標點和大小寫</translation>
    </message>
    <message>
        <source>You can choose differently for each file before you start it.</source>
        <translation>每個檔案開始前都可以另作選擇。</translation>
    </message>
    <message>
        <source>Queue</source>
        <translation>佇列</translation>
    </message>
    <message>
        <source>Repair it</source>
        <translation>修正</translation>
    </message>
    <message>
        <source>Redo it</source>
        <translation>重新設定</translation>
    </message>
    <message>
        <source>Only add to it</source>
        <translation>只補不改</translation>
    </message>
    <message>
        <source>Punctuate transcripts at once</source>
        <translation>立即為文字稿加標點</translation>
    </message>
    <message>
        <source>Otherwise you first see what was found in them. Recordings always start at once.</source>
        <translation>否則會先顯示在其中找到了什麼。錄音總是立即開始。</translation>
    </message>
    <message>
        <source>Files processed at once</source>
        <translation>同時處理</translation>
    </message>
    <message>
        <source>More is faster where there are many processor cores.</source>
        <translation>處理器核心較多時，數值越大越快。</translation>
    </message>
    <message>
        <source>files</source>
        <translation>個檔案</translation>
    </message>
    <message>
        <source>Use it when it is better</source>
        <translation>效果較好時啟用</translation>
    </message>
    <message>
        <source>If it is better on some of your texts that it has not seen, and no worse on other people&apos;s. The old model is kept.</source>
        <translation>須在未見過的那部分您的文章上較好，在他人的文章上也不變差。舊模型會保留。</translation>
    </message>
    <message>
        <source>Train automatically after</source>
        <translation>自行訓練，閒置</translation>
    </message>
    <message>
        <source>While nobody is dictating and the computer is not on battery, once enough corrections are approved. Stops as soon as you dictate.</source>
        <translation>無人聽寫、且未使用電池時，只要有足夠的更正已獲核准；一旦開始聽寫便立即結束。</translation>
    </message>
    <message>
        <source>minutes</source>
        <translation>分鐘</translation>
    </message>
    <message>
        <source>never</source>
        <translation>永不</translation>
    </message>
    <message>
        <source>Keep what I dictate</source>
        <translation>保留聽寫內容</translation>
    </message>
    <message>
        <source>File results are kept too, and can be searched, reopened and deleted. If this is off, they are lost when you close Fermata.</source>
        <translation>每個檔案的文字一完成也會保留；檔案本身留在原處。全部都可以搜尋、重新開啟，也可以永久刪除。關閉此項時，檔案的文字在 Fermata 關閉後就沒有了。</translation>
    </message>
    <message>
        <source>History</source>
        <translation>歷史記錄</translation>
    </message>
    <message>
        <source>Delete sessions after</source>
        <translation>自動刪除早於此期限的聽寫記錄</translation>
    </message>
    <message>
        <source>Older ones are deleted permanently when Fermata starts.</source>
        <translation>超過期限的記錄會在 Fermata 啟動時永久刪除。</translation>
    </message>
    <message>
        <source>days</source>
        <translation>天</translation>
    </message>
    <message>
        <source>Keep the recording of a session</source>
        <translation>保留聽寫的錄音</translation>
    </message>
    <message>
        <source>So that you can listen to a word again later. About 60 MB an hour.</source>
        <translation>之後可重聽任何字詞。每小時約 60 MB。</translation>
    </message>
    <message>
        <source>Sound</source>
        <translation>聲音</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>字型大小</translation>
    </message>
    <message>
        <source>In the text: Ctrl and the mouse wheel, or Ctrl and + or −.</source>
        <translation>在文字旁：Ctrl 加滾輪，或 Ctrl 加 + 或 −。</translation>
    </message>
    <message>
        <source>pt</source>
        <translation>點</translation>
    </message>
    <message>
        <source>Line spacing</source>
        <translation>行距</translation>
    </message>
    <message>
        <source>lines</source>
        <translation>倍</translation>
    </message>
    <message>
        <source>Line width</source>
        <translation>行寬</translation>
    </message>
    <message>
        <source>About this many letters per line. In the text: Ctrl, Shift and the mouse wheel.</source>
        <translation>一行大約容納這麼多個字母，漢字約為一半。Ctrl、Shift 加滾輪。</translation>
    </message>
    <message>
        <source>letters</source>
        <translation>個字母</translation>
    </message>
    <message>
        <source>Font</source>
        <translation>字型</translation>
    </message>
    <message>
        <source>Literata, Fermata’s own</source>
        <translation>Literata（Fermata 自帶）</translation>
    </message>
    <message>
        <source>High contrast</source>
        <translation>高對比</translation>
    </message>
    <message>
        <source>Black on white, or white on black, and stronger outlines.</source>
        <translation>白底黑字或黑底白字，並加強外框線。</translation>
    </message>
    <message>
        <source>No animations</source>
        <translation>關閉動畫效果</translation>
    </message>
    <message>
        <source>Announce finished sentences, recording, notices and errors</source>
        <translation>朗讀已完成的句子、錄音狀態、通知和錯誤</translation>
    </message>
    <message>
        <source>Words that may still change are never announced.</source>
        <translation>可能還會改變的字詞不會朗讀。</translation>
    </message>
    <message>
        <source>Screen readers</source>
        <translation>螢幕助讀程式</translation>
    </message>
    <message>
        <source>Runs on</source>
        <translation>由何者計算</translation>
    </message>
    <message>
        <source>Fastest available</source>
        <translation>自動選擇最佳</translation>
    </message>
    <message>
        <source>Processor</source>
        <translation>處理器</translation>
    </message>
    <message>
        <source>Graphics card</source>
        <translation>顯示卡</translation>
    </message>
    <message>
        <source>Processor cores</source>
        <translation>使用的處理器核心</translation>
    </message>
    <message>
        <source>Two are enough. More rarely help and leave less for the recogniser.</source>
        <translation>兩個就夠了；再多很少有幫助，還會佔用辨識引擎的資源。</translation>
    </message>
    <message>
        <source>cores</source>
        <translation>個核心</translation>
    </message>
    <message>
        <source>Longest open sentence</source>
        <translation>未完成句子的最大長度</translation>
    </message>
    <message>
        <source>A sentence longer than this is finished up to here.</source>
        <translation>句子更長時，到此為止的部分即視為定稿。</translation>
    </message>
    <message>
        <source>words</source>
        <translation>詞</translation>
    </message>
    <message>
        <source>Unload models when idle for</source>
        <translation>閒置多久後卸載模型</translation>
    </message>
    <message>
        <source>Frees their memory. They are loaded again when you next dictate; nothing you say meanwhile is lost.</source>
        <translation>釋放模型占用的記憶體。下次聽寫時會重新載入，這段期間您說的話不會遺失。</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>記憶體</translation>
    </message>
    <message>
        <source>Model server</source>
        <translation>模型伺服器</translation>
    </message>
    <message>
        <source>A mirror with the same files, used instead of the publisher’s.</source>
        <translation>存放相同檔案的鏡像站，用來取代發行者的伺服器。</translation>
    </message>
    <message>
        <source>Downloads</source>
        <translation>下載</translation>
    </message>
    <message>
        <source>Write a log</source>
        <translation>寫入記錄檔</translation>
    </message>
    <message>
        <source>Counts and timings only, never what you said.</source>
        <translation>只記錄數量與時間，絕不記錄所說的內容。</translation>
    </message>
    <message>
        <source>Reports</source>
        <translation>記錄檔</translation>
    </message>
</context>
<context>
    <name>SettingsPanel</name>
    <message>
        <source>Show all</source>
        <translation>全部顯示</translation>
    </message>
    <message>
        <source>No setting matches.</source>
        <translation>沒有符合的設定。</translation>
    </message>
    <message>
        <source>Reset this page…</source>
        <translation>重設此頁…</translation>
    </message>
    <message>
        <source>Reset everything on this page to its defaults?</source>
        <translation>要將此頁的所有設定恢復為最初的樣子嗎？</translation>
    </message>
    <message>
        <source>Keep</source>
        <translation>保留</translation>
    </message>
    <message>
        <source>Reset</source>
        <translation>重設</translation>
    </message>
    <message>
        <source>Search settings</source>
        <translation>搜尋設定</translation>
    </message>
    <message>
        <source>Settings pages</source>
        <translation>設定頁面</translation>
    </message>
</context>
<context>
    <name>SlowRecogniser</name>
    <message>
        <source>The recogniser is too slow for this computer, so words appear late.</source>
        <translation>辨識引擎對這台電腦來說太慢了：文字會較晚出現。</translation>
    </message>
    <message>
        <source>Use the smaller %1</source>
        <translation>改用較小的 %1</translation>
    </message>
</context>
<context>
    <name>SpeakersDialog</name>
    <message>
        <source>Speakers</source>
        <translation>說話者</translation>
    </message>
    <message>
        <source>The new names appear in the text and in everything you export.</source>
        <translation>新名稱會用於文字以及所有匯出的檔案。</translation>
    </message>
    <message>
        <source>Rename</source>
        <translation>更名</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>New name for %1</source>
        <translation>%1 的新名稱</translation>
    </message>
</context>
<context>
    <name>SpeechModelsMenu</name>
    <message>
        <source>Recognise again with</source>
        <translation>重新辨識，使用</translation>
    </message>
    <message>
        <source>Keep recordings from now on…</source>
        <translation>從現在起保留錄音…</translation>
    </message>
    <message>
        <source>More models…</source>
        <translation>更多模型…</translation>
    </message>
    <message numerus="yes">
        <source>%Ln languages</source>
        <translation>
            <numerusform>%Ln 種語言</numerusform>
        </translation>
    </message>
    <message>
        <source>in use</source>
        <translation>使用中</translation>
    </message>
</context>
<context>
    <name>SpellingMarks</name>
    <message>
        <source>No suggestions</source>
        <translation>沒有建議</translation>
    </message>
</context>
<context>
    <name>SpokenLanguage</name>
    <message>
        <source>This sounds like %1, which is not one of your languages, so it is left out.</source>
        <translation>這聽起來是%1，您沒有選擇這種語言：已略去。</translation>
    </message>
    <message>
        <source>Write %1 too</source>
        <translation>也書寫%1</translation>
    </message>
    <message>
        <source>This does not sound like English, the only language you have chosen.</source>
        <translation>這聽起來不像英語，而您只選了英語。</translation>
    </message>
    <message>
        <source>Choose languages</source>
        <translation>選擇語言</translation>
    </message>
    <message>
        <source>This does not sound like English, and no installed recogniser writes another language, so nothing is written.</source>
        <translation>這聽起來不像英語，而已安裝的辨識器都不會書寫其他語言：沒有寫下任何內容。</translation>
    </message>
    <message>
        <source>Open models</source>
        <translation>檢視模型</translation>
    </message>
    <message>
        <source>This sounds like %1, which the chosen language model does not know.</source>
        <translation>聽起來像%1，而所選的語言模型不懂這種語言。</translation>
    </message>
    <message>
        <source>You can import a model that knows it.</source>
        <translation>可以匯入懂這種語言的模型。</translation>
    </message>
    <message>
        <source>Use %1</source>
        <translation>使用 %1</translation>
    </message>
</context>
<context>
    <name>SpokenLanguagesButton</name>
    <message>
        <source>Languages you speak</source>
        <translation>您說的語言</translation>
    </message>
</context>
<context>
    <name>States</name>
    <message>
        <source>Stopped</source>
        <translation>已停止</translation>
    </message>
    <message>
        <source>Starting</source>
        <translation>正在啟動</translation>
    </message>
    <message>
        <source>Listening</source>
        <translation>聆聽中</translation>
    </message>
    <message>
        <source>Asleep</source>
        <translation>休眠</translation>
    </message>
    <message>
        <source>Paused</source>
        <translation>已暫停</translation>
    </message>
    <message>
        <source>Finishing</source>
        <translation>收尾中</translation>
    </message>
</context>
<context>
    <name>SuspendGuard</name>
    <message>
        <source>The computer went to sleep. Everything said before that is kept.</source>
        <translation>電腦進入了睡眠。之前說的內容都已儲存。</translation>
    </message>
</context>
<context>
    <name>TextBar</name>
    <message>
        <source>New text</source>
        <translation>新增文字</translation>
    </message>
    <message>
        <source>Copy all</source>
        <translation>全部複製</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>儲存</translation>
    </message>
    <message>
        <source>Close text</source>
        <translation>關閉文字</translation>
    </message>
    <message>
        <source>Save as…</source>
        <translation>另存新檔…</translation>
    </message>
    <message>
        <source>Print…</source>
        <translation>列印…</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>復原</translation>
    </message>
    <message>
        <source>Redo</source>
        <translation>取消復原</translation>
    </message>
    <message>
        <source>Find and replace</source>
        <translation>尋找與取代</translation>
    </message>
    <message>
        <source>Doubtful word</source>
        <translation>存疑字詞</translation>
    </message>
    <message>
        <source>Play</source>
        <translation>播放</translation>
    </message>
    <message>
        <source>From the cursor. Click a word to jump there</source>
        <translation>從游標處開始；按一下字詞可跳到該處</translation>
    </message>
    <message>
        <source>Unfinished words</source>
        <translation>未定字詞</translation>
    </message>
    <message>
        <source>As recognised</source>
        <translation>辨識原文</translation>
    </message>
    <message>
        <source>View</source>
        <translation>檢視</translation>
    </message>
</context>
<context>
    <name>TextExport</name>
    <message>
        <source>Written to %1</source>
        <translation>已寫入 %1</translation>
    </message>
    <message>
        <source>Save somewhere else…</source>
        <translation>儲存到其他位置…</translation>
    </message>
</context>
<context>
    <name>TextFigures</name>
    <message>
        <source>%1 of %2</source>
        <translation>%1 / %2</translation>
    </message>
    <message>
        <source>%1 characters a minute</source>
        <translation>每分鐘 %1 字</translation>
    </message>
    <message>
        <source>%1 words a minute</source>
        <translation>每分鐘 %1 詞</translation>
    </message>
    <message>
        <source>%1 dictated</source>
        <translation>已聽寫 %1</translation>
    </message>
    <message numerus="yes">
        <source>%Ln characters</source>
        <translation>
            <numerusform>%Ln 字</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln words</source>
        <translation>
            <numerusform>%Ln 詞</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>TextStyles</name>
    <message>
        <source>Heading</source>
        <translation>標題</translation>
    </message>
    <message>
        <source>Smaller heading</source>
        <translation>小標題</translation>
    </message>
    <message>
        <source>Ordinary text</source>
        <translation>內文</translation>
    </message>
    <message>
        <source>List</source>
        <translation>清單</translation>
    </message>
    <message>
        <source>Bold</source>
        <translation>粗體</translation>
    </message>
</context>
<context>
    <name>TextTabs</name>
    <message>
        <source>Open texts</source>
        <translation>開啟的文字</translation>
    </message>
    <message>
        <source>Close text</source>
        <translation>關閉文字</translation>
    </message>
</context>
<context>
    <name>TrainingController</name>
    <message>
        <source>The training process sent something unreadable.</source>
        <translation>訓練處理程序傳回了無法讀取的內容。</translation>
    </message>
</context>
<context>
    <name>TrainingPage</name>
    <message>
        <source>Training</source>
        <translation>訓練</translation>
    </message>
    <message>
        <source>Train</source>
        <translation>開始訓練</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Cancel the training</source>
        <translation>取消訓練</translation>
    </message>
    <message>
        <source>Progress of the training</source>
        <translation>訓練進度</translation>
    </message>
    <message>
        <source>learn own documents style</source>
        <translation>學習 自己的 文件 風格</translation>
    </message>
    <message>
        <source>New model</source>
        <translation>新模型</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名稱</translation>
    </message>
    <message>
        <source>course plot</source>
        <translation>過程 圖表</translation>
    </message>
    <message>
        <source>Training curve</source>
        <translation>訓練過程</translation>
    </message>
    <message>
        <source>The model in use, “%1”, cannot be trained. Install one that can.</source>
        <translation>使用中的模型「%1」僅供使用，無法學習。請安裝可以學習的模型。</translation>
    </message>
    <message>
        <source>Your corrections</source>
        <translation>您的更正</translation>
    </message>
    <message>
        <source>corrections review approve edit drop</source>
        <translation>更正 檢視 採用 編輯 捨棄</translation>
    </message>
    <message>
        <source>Learn from documents too</source>
        <translation>也從文件學習</translation>
    </message>
    <message>
        <source>documents texts</source>
        <translation>文件 文字</translation>
    </message>
    <message>
        <source>train start cancel</source>
        <translation>訓練 開始 取消</translation>
    </message>
    <message>
        <source>before after compare roll back</source>
        <translation>之前 之後 比較 還原</translation>
    </message>
    <message>
        <source>Cancelled. Nothing was changed.</source>
        <translation>已取消；沒有任何變更。</translation>
    </message>
    <message>
        <source>Starting…</source>
        <translation>正在啟動…</translation>
    </message>
    <message>
        <source>Cancelling…</source>
        <translation>正在取消…</translation>
    </message>
    <message>
        <source>Fermata can learn how you punctuate. It starts from the model in use, “%1”, which is kept unchanged. Nothing leaves this computer.</source>
        <translation>Fermata 可以學習您使用標點的方式。訓練以使用中的模型「%1」為起點，該模型本身維持不變。任何內容都不會離開這台電腦。</translation>
    </message>
    <message>
        <source>Training needs more packages: %2</source>
        <translation>訓練還需要其他套件：%2</translation>
    </message>
    <message>
        <source>Reading the texts…</source>
        <translation>正在讀取文字…</translation>
    </message>
    <message>
        <source>Measuring the old model…</source>
        <translation>正在評估舊模型…</translation>
    </message>
    <message>
        <source>Learning…</source>
        <translation>學習中…</translation>
    </message>
    <message>
        <source>Mixing old and new…</source>
        <translation>正在融合新舊模型…</translation>
    </message>
    <message>
        <source>Writing the new model…</source>
        <translation>正在寫入新模型…</translation>
    </message>
    <message>
        <source>Measuring the new model…</source>
        <translation>正在評估新模型…</translation>
    </message>
    <message>
        <source>Learning: %1 min %2 s left</source>
        <translation>學習中：剩餘 %1 分 %2 秒</translation>
    </message>
    <message>
        <source>Done.</source>
        <translation>完成。</translation>
    </message>
</context>
<context>
    <name>TrainingPlot</name>
    <message>
        <source>Training curve</source>
        <translation>訓練過程</translation>
    </message>
    <message>
        <source>Step %1 of %2</source>
        <translation>第 %1 步，共 %2 步</translation>
    </message>
    <message>
        <source>mistakes while learning: %1</source>
        <translation>學習時的錯誤：%1</translation>
    </message>
    <message>
        <source>marks right: %1</source>
        <translation>正確的標點：%1</translation>
    </message>
    <message>
        <source>The training curve appears here.</source>
        <translation>訓練過程會顯示在這裡。</translation>
    </message>
    <message>
        <source>Mistakes while learning (fewer is better)</source>
        <translation>學習時的錯誤（越少越好）</translation>
    </message>
    <message>
        <source>Marks right on texts it has not seen (more is better)</source>
        <translation>在未見過的文章上正確的標點（越多越好）</translation>
    </message>
</context>
<context>
    <name>TrainingResult</name>
    <message>
        <source>Use the new model</source>
        <translation>使用新模型</translation>
    </message>
    <message>
        <source>Go back to the old model</source>
        <translation>還原舊模型</translation>
    </message>
    <message>
        <source>Your texts it has not seen</source>
        <translation>未見過的那部分您的文章</translation>
    </message>
    <message>
        <source>Other people&apos;s texts</source>
        <translation>他人的文章</translation>
    </message>
    <message>
        <source>Punctuation right, out of 100</source>
        <translation>每 100 個標點中正確的</translation>
    </message>
    <message>
        <source>Sentence ends right, out of 100</source>
        <translation>每 100 個斷句中正確的</translation>
    </message>
    <message>
        <source>The model “%1”, which has learned from you, is in use.</source>
        <translation>正在使用從您那裡學習過的模型「%1」。</translation>
    </message>
    <message>
        <source>The new model “%1” is kept, but not in use.</source>
        <translation>新模型「%1」已保留，但未啟用。</translation>
    </message>
    <message numerus="yes">
        <source>%Ln words</source>
        <translation>
            <numerusform>%Ln 詞</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>TrainingTexts</name>
    <message>
        <source>Texts to learn from</source>
        <translation>供學習的文字</translation>
    </message>
    <message>
        <source>Add documents…</source>
        <translation>加入文件…</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>移除</translation>
    </message>
    <message>
        <source>Remove the selected documents</source>
        <translation>移除選取的文件</translation>
    </message>
    <message>
        <source>counting…</source>
        <translation>計算中…</translation>
    </message>
    <message>
        <source>Documents</source>
        <translation>文件</translation>
    </message>
    <message numerus="yes">
        <source>%Ln words</source>
        <translation>
            <numerusform>%Ln 詞</numerusform>
        </translation>
    </message>
    <message>
        <source>Drop documents here that are punctuated the way you like.</source>
        <translation>將標點合您心意的文件拖放到此處。</translation>
    </message>
    <message numerus="yes">
        <source>%Ln words: at least a few hundred are needed.</source>
        <translation>
            <numerusform>%Ln 詞：至少需要幾百詞。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln words: ten thousand or more would work better.</source>
        <translation>
            <numerusform>%Ln 詞：一萬詞以上效果更好。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln words: enough to learn from.</source>
        <translation>
            <numerusform>%Ln 詞：足夠學習了。</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>TrashBar</name>
    <message>
        <source>Trash</source>
        <translation>垃圾桶</translation>
    </message>
    <message>
        <source>Deleted sessions; they can be restored</source>
        <translation>已刪除的聽寫；可以還原</translation>
    </message>
    <message>
        <source>Empty…</source>
        <translation>清空…</translation>
    </message>
    <message>
        <source>Empty the trash</source>
        <translation>清空垃圾桶</translation>
    </message>
    <message>
        <source>Keep</source>
        <translation>保留</translation>
    </message>
    <message>
        <source>Delete all permanently</source>
        <translation>全部永久刪除</translation>
    </message>
    <message>
        <source>Permanently delete everything in the trash?</source>
        <translation>永久刪除垃圾桶中的所有內容？</translation>
    </message>
</context>
<context>
    <name>TrayIcon</name>
    <message>
        <source>Show the window</source>
        <translation>顯示視窗</translation>
    </message>
    <message>
        <source>Quit</source>
        <translation>結束</translation>
    </message>
    <message>
        <source>Record</source>
        <translation>開始聽寫</translation>
    </message>
    <message>
        <source>Stop recording</source>
        <translation>停止聽寫</translation>
    </message>
    <message>
        <source>not recording</source>
        <translation>未在聽寫</translation>
    </message>
    <message>
        <source>starting</source>
        <translation>正在啟動</translation>
    </message>
    <message>
        <source>listening</source>
        <translation>聆聽中</translation>
    </message>
    <message>
        <source>asleep</source>
        <translation>休眠</translation>
    </message>
    <message>
        <source>paused</source>
        <translation>已暫停</translation>
    </message>
    <message>
        <source>finishing</source>
        <translation>收尾中</translation>
    </message>
</context>
<context>
    <name>UnsavedResults</name>
    <message>
        <source>Some file results were neither exported nor opened, and are not kept in the history. Closing now would lose them.</source>
        <translation>檔案的文字既沒有匯出也沒有開啟，也沒有保留在歷史記錄中；現在關閉就會遺失。</translation>
    </message>
    <message>
        <source>Some files are still being processed. Closing now stops them.</source>
        <translation>檔案尚未處理完；現在關閉就會中止。</translation>
    </message>
    <message>
        <source>Show the files</source>
        <translation>顯示檔案</translation>
    </message>
    <message>
        <source>Close anyway</source>
        <translation>仍然關閉</translation>
    </message>
</context>
<context>
    <name>VoiceCommandsPage</name>
    <message>
        <source>Voice commands</source>
        <translation>語音指令</translation>
    </message>
    <message>
        <source>Commands in</source>
        <translation>指令的語言</translation>
    </message>
    <message>
        <source>Among other words</source>
        <translation>夾在其他文字中</translation>
    </message>
    <message>
        <source>As a whole utterance</source>
        <translation>單獨說出</translation>
    </message>
    <message>
        <source>phrase | another phrase</source>
        <translation>說法 | 另一個說法</translation>
    </message>
    <message>
        <source>Phrases for the new command</source>
        <translation>新指令的說法</translation>
    </message>
    <message>
        <source>What it does</source>
        <translation>作用</translation>
    </message>
    <message>
        <source>mark or text</source>
        <translation>符號或文字</translation>
    </message>
    <message>
        <source>The mark or text it writes</source>
        <translation>它寫出的符號或文字</translation>
    </message>
    <message>
        <source>Add</source>
        <translation>新增</translation>
    </message>
    <message>
        <source>Your own command</source>
        <translation>自訂指令</translation>
    </message>
    <message>
        <source>Line %1 of your table is ignored: %2.</source>
        <translation>您自訂表格的第 %1 行已略過：%2。</translation>
    </message>
    <message>
        <source>“|” separates phrases that do the same thing. “?” after a phrase means that it is usually an ordinary word: it counts as a command only if the pauses and words around it say so.</source>
        <translation>「|」隔開作用相同的說法；「?」加在平時也會用到的詞後面，此時要由停頓和前後文判斷是否為指令。</translation>
    </message>
    <message>
        <source>These delete, undo or control. They count only when nothing else is said between two pauses.</source>
        <translation>這些指令用於刪除、復原或控制：只有在兩次停頓之間沒有說其他話時才有效。</translation>
    </message>
</context>
<context>
    <name>VoiceHints</name>
    <message>
        <source>Dictate here (Ctrl+Return)</source>
        <translation>在此處聽寫 (Ctrl+Return)</translation>
    </message>
    <message>
        <source>Follow the dictation (Ctrl+J)</source>
        <translation>跟隨語音 (Ctrl+J)</translation>
    </message>
</context>
<context>
    <name>Waveform</name>
    <message>
        <source>Microphone level</source>
        <translation>麥克風音量</translation>
    </message>
</context>
<context>
    <name>WordsPage</name>
    <message>
        <source>Words</source>
        <translation>字詞</translation>
    </message>
    <message>
        <source>Names and terms as they should be written, and how you say them; “|” separates several ways. Recognisers that can expect words listen for them.</source>
        <translation>人名和術語的正確寫法，以及您說出時會聽成什麼；多個說法以「|」隔開。能預期字詞的辨識引擎會留意這些字詞。</translation>
    </message>
    <message>
        <source>A longer text can be written for what you say, such as “insert my address”. In it, {line} begins a new line; {date}, {time} and {clipboard} are filled in.</source>
        <translation>說一句話（例如「寫我的地址」）就能寫出較長的文字。其中 {line} 表示換行；{date}、{time} 與 {clipboard} 會填入日期、時間和剪貼簿內容。</translation>
    </message>
    <message>
        <source>add word</source>
        <translation>新增字詞</translation>
    </message>
    <message>
        <source>From your corrections</source>
        <translation>來自您的更正</translation>
    </message>
    <message>
        <source>words import export</source>
        <translation>字詞 匯入 匯出</translation>
    </message>
    <message>
        <source>Found in the document</source>
        <translation>在文件中找到的字詞</translation>
    </message>
    <message>
        <source>written</source>
        <translation>寫法</translation>
    </message>
    <message>
        <source>Written form</source>
        <translation>寫法</translation>
    </message>
    <message>
        <source>spoken | spoken</source>
        <translation>說法 | 說法</translation>
    </message>
    <message>
        <source>Spoken forms</source>
        <translation>說法</translation>
    </message>
    <message>
        <source>Add</source>
        <translation>新增</translation>
    </message>
    <message>
        <source>Search words</source>
        <translation>搜尋字詞</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>移除</translation>
    </message>
    <message>
        <source>Import…</source>
        <translation>匯入…</translation>
    </message>
    <message>
        <source>Paste</source>
        <translation>貼上</translation>
    </message>
    <message>
        <source>Export…</source>
        <translation>匯出…</translation>
    </message>
    <message>
        <source>Open the file</source>
        <translation>開啟檔案</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>再試一次</translation>
    </message>
    <message>
        <source>Save somewhere else…</source>
        <translation>儲存到其他位置…</translation>
    </message>
    <message>
        <source>Add the ticked ones</source>
        <translation>新增勾選的字詞</translation>
    </message>
    <message>
        <source>Today</source>
        <translation>今天</translation>
    </message>
    <message>
        <source>For a week</source>
        <translation>一週內</translation>
    </message>
    <message>
        <source>For a month</source>
        <translation>一個月內</translation>
    </message>
    <message>
        <source>Choose a file…</source>
        <translation>選擇檔案…</translation>
    </message>
    <message>
        <source>None yet. Above, enter a name or term as it should be written and, next to it, how it sounds: “Siobhan” sounds like “shiv on”.</source>
        <translation>還沒有字詞。請在上方寫下您想看到的名稱或術語，並在旁邊寫下說出時聽起來的樣子：例如寫「何文田」，聽成「河民田」。</translation>
    </message>
    <message>
        <source>Line %1 of your words: %2</source>
        <translation>您的字詞第 %1 行：%2</translation>
    </message>
    <message>
        <source>Words, or a document with names</source>
        <translation>字詞，或含有人名的文件</translation>
    </message>
    <message numerus="yes">
        <source>%Ln words were added.</source>
        <translation>
            <numerusform>已新增 %Ln 個字詞。</numerusform>
        </translation>
    </message>
    <message>
        <source>Line %1: %2</source>
        <translation>第 %1 行：%2</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>文字</translation>
    </message>
    <message>
        <source>Temporary words</source>
        <translation>暫用的字詞</translation>
    </message>
    <message>
        <source>For example the names of a meeting, from a text file with one per line.</source>
        <translation>例如一場會議的人名，取自每行一個的純文字檔。</translation>
    </message>
    <message>
        <source>Until you leave this text</source>
        <translation>到換另一篇文字為止</translation>
    </message>
    <message>
        <source>How long they apply</source>
        <translation>有效期間</translation>
    </message>
    <message>
        <source>They apply until you leave this text.</source>
        <translation>換成另一篇文字時失效。</translation>
    </message>
    <message>
        <source>They apply until %1.</source>
        <translation>有效期限至 %1。</translation>
    </message>
    <message>
        <source>words.txt</source>
        <translation>字詞.txt</translation>
    </message>
    <message>
        <source>Whenever “%1” is heard, write “%2”</source>
        <translation>聽到「%1」時，一律寫成「%2」</translation>
    </message>
    <message>
        <source>corrected %1 times</source>
        <translation>更正過 %1 次</translation>
    </message>
    <message>
        <source>Dismiss</source>
        <translation>不用</translation>
    </message>
    <message>
        <source>No new names or terms were found.</source>
        <translation>沒有找到新的人名或術語。</translation>
    </message>
    <message>
        <source>The recogniser in use cannot expect words; they are only corrected when it hears one of the spoken forms. Some models in “Languages &amp; models” can.</source>
        <translation>使用中的辨識引擎無法預期字詞：聽到其中一種說法時才會寫對。「語言與模型」中的某些模型可以。</translation>
    </message>
</context>
</TS>
