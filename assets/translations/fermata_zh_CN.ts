<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN" sourcelanguage="en">
<context>
    <name>About</name>
    <message>
        <source>Open the folder</source>
        <translation>打开文件夹</translation>
    </message>
    <message>
        <source>Copy details for a report</source>
        <translation>复制用于报告的信息</translation>
    </message>
    <message>
        <source>About Fermata</source>
        <translation>关于 Fermata</translation>
    </message>
    <message>
        <source>Language models</source>
        <translation>语言模型</translation>
    </message>
    <message>
        <source>What it is made of</source>
        <translation>组成部分</translation>
    </message>
    <message>
        <source>Your texts, recordings and models</source>
        <translation>您的文字、录音和模型</translation>
    </message>
    <message>
        <source>For a report</source>
        <translation>用于报告</translation>
    </message>
    <message>
        <source>Versions only; nothing you said:</source>
        <translation>只有版本号，没有您说过的内容：</translation>
    </message>
    <message>
        <source>Offline dictation that does not mistake a pause for a full stop.</source>
        <translation>离线听写：停顿不会被当作句号。</translation>
    </message>
    <message>
        <source>Nothing you say or write leaves this computer. Fermata uses the network only when you download a model, and reports nothing to anyone.</source>
        <translation>您说的和写的内容不会离开这台电脑。只有您自己下载模型时才会使用网络，也不会向任何人报告任何内容。</translation>
    </message>
    <message>
        <source>Free software under the Apache License 2.0. The language models that come with it are CC BY-SA 4.0; the typefaces Inter and Literata are under the SIL Open Font License.</source>
        <translation>自由软件，采用 Apache License 2.0 许可。随附的语言模型采用 CC BY-SA 4.0 许可；字体 Inter 和 Literata 采用 SIL Open Font License 许可。</translation>
    </message>
    <message>
        <source>No file manager was found.</source>
        <translation>桌面没有可以打开文件夹的程序。</translation>
    </message>
    <message>
        <source>Details copied.</source>
        <translation>信息已复制。</translation>
    </message>
</context>
<context>
    <name>AccessibilityPage</name>
    <message>
        <source>Accessibility</source>
        <translation>辅助功能</translation>
    </message>
</context>
<context>
    <name>AdvancedPage</name>
    <message>
        <source>Advanced</source>
        <translation>高级</translation>
    </message>
</context>
<context>
    <name>BottomBar</name>
    <message>
        <source>Microphone</source>
        <translation>麦克风</translation>
    </message>
    <message>
        <source>System microphone</source>
        <translation>系统麦克风</translation>
    </message>
    <message>
        <source>Language model</source>
        <translation>语言模型</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>暂停</translation>
    </message>
    <message>
        <source>Turns the microphone off until you resume. Shift+F5</source>
        <translation>关闭麦克风，直到您继续。Shift+F5</translation>
    </message>
    <message>
        <source>Discard this dictation</source>
        <translation>舍弃这次听写</translation>
    </message>
    <message>
        <source>Stop and discard this dictation; it can be restored. Ctrl+Shift+Delete</source>
        <translation>舍弃这次听写：听写会结束，之后仍可还原。Ctrl+Shift+Delete</translation>
    </message>
    <message>
        <source>Elapsed time</source>
        <translation>已用时间</translation>
    </message>
    <message>
        <source>Resume</source>
        <translation>继续</translation>
    </message>
</context>
<context>
    <name>BrokenModel</name>
    <message>
        <source>“%1” does not work. Its files may be damaged.</source>
        <translation>“%1”无法使用；其文件可能已损坏。</translation>
    </message>
    <message>
        <source>“%1” is missing.</source>
        <translation>“%1”已不存在。</translation>
    </message>
    <message>
        <source>“%1” is used instead. Nothing is lost.</source>
        <translation>改由“%1”识别您说的话，不会丢失内容。</translation>
    </message>
    <message>
        <source>Download again</source>
        <translation>重新下载</translation>
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
        <translation>显示更改</translation>
    </message>
    <message>
        <source>Previous</source>
        <translation>上一处</translation>
    </message>
    <message>
        <source>Next</source>
        <translation>下一处</translation>
    </message>
    <message>
        <source>Highlight what differs from the file (Ctrl+D). Underlined: added; dotted: capitals; wavy: removed</source>
        <translation>突出显示与文件不同之处（Ctrl+D）。下划线：添加；点线：大小写；波浪线：去掉</translation>
    </message>
    <message>
        <source>Reject</source>
        <translation>拒绝</translation>
    </message>
    <message>
        <source>Accept all</source>
        <translation>全部接受</translation>
    </message>
    <message>
        <source>Reject all</source>
        <translation>全部拒绝</translation>
    </message>
    <message>
        <source>Speakers…</source>
        <translation>说话者…</translation>
    </message>
    <message>
        <source>Previous change (Shift+F7)</source>
        <translation>上一处更改（Shift+F7）</translation>
    </message>
    <message>
        <source>Next change (F7)</source>
        <translation>下一处更改（F7）</translation>
    </message>
    <message>
        <source>Restore what the file says here (Ctrl+F7)</source>
        <translation>改回文件此处的写法（Ctrl+F7）</translation>
    </message>
    <message>
        <source>Highlight what differs from the text before (Ctrl+D). Underlined: another word; dotted: capitals; wavy: left out; dashed: what you wrote yourself</source>
        <translation>标出与先前文字不同之处（Ctrl+D）。下划线：不同的词；点线：大小写；波浪线：删去；虚线：您自己写的</translation>
    </message>
    <message>
        <source>Accept the new text</source>
        <translation>将新的文字纳入会话</translation>
    </message>
    <message>
        <source>Keep the old text</source>
        <translation>保留原来的文字</translation>
    </message>
    <message>
        <source>Restore the old text here (Ctrl+F7)</source>
        <translation>还原此处先前的文字（Ctrl+F7）</translation>
    </message>
    <message>
        <source>Use it</source>
        <translation>采用</translation>
    </message>
    <message>
        <source>Use the recognised words instead of yours (Ctrl+F7)</source>
        <translation>用识别结果取代您写的文字（Ctrl+F7）</translation>
    </message>
    <message>
        <source>Keep the text as it is and stop highlighting changes</source>
        <translation>保留现在的文字，不再突出显示更改</translation>
    </message>
    <message>
        <source>Restore what the file says, everywhere</source>
        <translation>全部改回文件中的写法</translation>
    </message>
    <message>
        <source>Rename the speakers</source>
        <translation>更改说话者的名称</translation>
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
        <translation>词后的符号</translation>
    </message>
    <message>
        <source>closing mark</source>
        <translation>结尾的符号</translation>
    </message>
    <message>
        <source>mark before a word</source>
        <translation>词前的符号</translation>
    </message>
    <message>
        <source>joins two words</source>
        <translation>连接两个词</translation>
    </message>
    <message>
        <source>marks around words; each phrase contains “*”</source>
        <translation>词语两边的符号，每个说法里有一个“*”</translation>
    </message>
    <message>
        <source>inserts text</source>
        <translation>写一段文字</translation>
    </message>
    <message>
        <source>filler, left out if you choose so</source>
        <translation>口头填充词，按设置省去</translation>
    </message>
    <message>
        <source>stays as it is</source>
        <translation>保持原样</translation>
    </message>
    <message>
        <source>symbol between spaces</source>
        <translation>两侧有空格的符号</translation>
    </message>
    <message>
        <source>new line</source>
        <translation>换行</translation>
    </message>
    <message>
        <source>new paragraph</source>
        <translation>新段落</translation>
    </message>
    <message>
        <source>new list item</source>
        <translation>新的列表项</translation>
    </message>
    <message>
        <source>new heading</source>
        <translation>新标题</translation>
    </message>
    <message>
        <source>capitalises the next word</source>
        <translation>下一个词的首字母大写</translation>
    </message>
    <message>
        <source>next word in capitals</source>
        <translation>下一个词全部大写</translation>
    </message>
    <message>
        <source>next word in lower case</source>
        <translation>下一个词不用大写</translation>
    </message>
    <message>
        <source>writes the next command as words</source>
        <translation>将下一个命令当作文字写出</translation>
    </message>
    <message>
        <source>deletes everything since the last pause</source>
        <translation>删除上次停顿以来说的话</translation>
    </message>
    <message>
        <source>deletes the last word</source>
        <translation>删除最后一个词</translation>
    </message>
    <message>
        <source>deletes the last sentence</source>
        <translation>删除最后一句</translation>
    </message>
    <message>
        <source>undoes the last change</source>
        <translation>撤销上一次更改</translation>
    </message>
    <message>
        <source>replaces words; each “*” stands for some</source>
        <translation>用其他文字替换某些文字，各以“*”表示</translation>
    </message>
    <message>
        <source>selects words; what you say next replaces them</source>
        <translation>选中字词，接着说的话会取代它们</translation>
    </message>
    <message>
        <source>picks a reading by its number</source>
        <translation>按编号采用一种听法</translation>
    </message>
    <message>
        <source>replaces the selection with letters</source>
        <translation>用逐个念出的字母取代选中的内容</translation>
    </message>
    <message>
        <source>capitalises the selection</source>
        <translation>选中的单词首字母大写</translation>
    </message>
    <message>
        <source>makes the selection bold</source>
        <translation>把选中的内容加粗</translation>
    </message>
    <message>
        <source>continues at the beginning of the text</source>
        <translation>从文字开头继续</translation>
    </message>
    <message>
        <source>continues at the end of the text</source>
        <translation>从文字末尾继续</translation>
    </message>
    <message>
        <source>plays the selection, or the last sentence</source>
        <translation>播放选中的内容或最后一句的录音</translation>
    </message>
    <message>
        <source>selects words and offers other readings</source>
        <translation>选中字词并列出其他听法</translation>
    </message>
    <message>
        <source>stops writing until woken</source>
        <translation>在唤醒之前不写任何文字</translation>
    </message>
    <message>
        <source>resumes writing</source>
        <translation>继续书写</translation>
    </message>
    <message>
        <source>only spoken punctuation</source>
        <translation>只加上说出的标点</translation>
    </message>
    <message>
        <source>automatic punctuation</source>
        <translation>恢复自动加标点</translation>
    </message>
    <message>
        <source>presses Enter in the application in front</source>
        <translation>在最前面的应用程序中按 Enter</translation>
    </message>
    <message>
        <source>comma</source>
        <translation>逗号</translation>
    </message>
    <message>
        <source>full stop</source>
        <translation>句号</translation>
    </message>
    <message>
        <source>question mark</source>
        <translation>问号</translation>
    </message>
    <message>
        <source>exclamation mark</source>
        <translation>感叹号</translation>
    </message>
    <message>
        <source>colon</source>
        <translation>冒号</translation>
    </message>
    <message>
        <source>semicolon</source>
        <translation>分号</translation>
    </message>
    <message>
        <source>enumeration comma</source>
        <translation>顿号</translation>
    </message>
    <message>
        <source>ellipsis</source>
        <translation>省略号</translation>
    </message>
    <message>
        <source>dash</source>
        <translation>破折号</translation>
    </message>
    <message>
        <source>percent sign</source>
        <translation>百分号</translation>
    </message>
    <message>
        <source>opening quotation mark</source>
        <translation>左引号</translation>
    </message>
    <message>
        <source>closing quotation mark</source>
        <translation>右引号</translation>
    </message>
    <message>
        <source>opening bracket</source>
        <translation>左括号</translation>
    </message>
    <message>
        <source>closing bracket</source>
        <translation>右括号</translation>
    </message>
    <message>
        <source>hyphen</source>
        <translation>连字符</translation>
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
        <translation>采纳</translation>
    </message>
    <message>
        <source>Edit…</source>
        <translation>编辑…</translation>
    </message>
    <message>
        <source>Drop</source>
        <translation>舍弃</translation>
    </message>
    <message>
        <source>Approve all</source>
        <translation>全部采纳</translation>
    </message>
    <message>
        <source>None yet. When you correct a dictation, the correction waits here. The model learns the ones you approve.</source>
        <translation>还没有。请开始听写并更正错误：每项更改都会在此等候，模型会学习您批准的更改。</translation>
    </message>
    <message numerus="yes">
        <source>%Ln approved corrections are new to the model: train now.</source>
        <translation>
            <numerusform>有 %Ln 项已采纳的更正尚未学习：现在可以开始训练。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln to review</source>
        <translation>
            <numerusform>%Ln 项待查看</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln approved</source>
        <translation>
            <numerusform>已采纳 %Ln 项</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>CorrectionModel</name>
    <message>
        <source>To review</source>
        <translation>待查看</translation>
    </message>
    <message>
        <source>Approved</source>
        <translation>已采纳</translation>
    </message>
    <message>
        <source>Dropped</source>
        <translation>已舍弃</translation>
    </message>
</context>
<context>
    <name>Destination</name>
    <message>
        <source>Where you want to write</source>
        <translation>您想在哪里写</translation>
    </message>
    <message>
        <source>Here, in Fermata</source>
        <translation>就在这里，Fermata 里</translation>
    </message>
    <message>
        <source>In the application in front</source>
        <translation>前台应用程序里</translation>
    </message>
    <message>
        <source>Press these keys in any application: every finished sentence is inserted at the cursor.</source>
        <translation>在任意应用程序中按下这些键：每个完成的句子都会插入到光标处。</translation>
    </message>
</context>
<context>
    <name>DictationController</name>
    <message>
        <source>Copied %1 words.</source>
        <translation>已复制 %1 个词。</translation>
    </message>
    <message>
        <source>Stop recording first.</source>
        <translation>请先停止听写。</translation>
    </message>
    <message>
        <source>No doubtful words.</source>
        <translation>没有存疑的词语。</translation>
    </message>
    <message>
        <source>Headings, lists and bold words cannot be saved in this file.</source>
        <translation>标题、列表和粗体无法保存到这个文件里。</translation>
    </message>
    <message>
        <source>No more changes in this direction.</source>
        <translation>这个方向没有其他更改了。</translation>
    </message>
    <message>
        <source>Dictation discarded. Press Ctrl+Z to restore it.</source>
        <translation>已移除您所说的内容；按“撤销”即可取回。</translation>
    </message>
    <message>
        <source>Nothing was discarded, because you typed in the middle of it.</source>
        <translation>没有舍弃任何内容：您输入的文字夹在所说的内容当中。</translation>
    </message>
    <message>
        <source>Dictation moved to the trash.</source>
        <translation>这次听写已移到回收站。</translation>
    </message>
    <message>
        <source>Restore</source>
        <translation>恢复</translation>
    </message>
    <message>
        <source>Your last words are kept and offered at the next start.</source>
        <translation>最后所说的内容已保留，下次启动时会询问是否恢复。</translation>
    </message>
    <message>
        <source>Recording continues; the words will follow.</source>
        <translation>录音继续，文字稍后出现。</translation>
    </message>
    <message>
        <source>Nothing is written until you say “%1”.</source>
        <translation>说“%1”之前，什么都不会写下。</translation>
    </message>
    <message>
        <source>Only spoken punctuation is written until you stop.</source>
        <translation>在您停止之前，只写下您说出的标点。</translation>
    </message>
    <message>
        <source>Automatic punctuation is on again.</source>
        <translation>标点又会自动加上。</translation>
    </message>
    <message>
        <source>“%1” is not in the text.</source>
        <translation>文中没有“%1”。</translation>
    </message>
    <message>
        <source>There is no such reading.</source>
        <translation>没有这个编号的听法。</translation>
    </message>
    <message>
        <source>The microphone was disconnected for %1. The gap is marked in the text.</source>
        <translation>麦克风断开了 %1；文中已标出位置。</translation>
    </message>
    <message>
        <source>This computer was too busy: %1 s of audio were lost.</source>
        <translation>电脑过于繁忙：丢失了 %1 秒的声音。</translation>
    </message>
</context>
<context>
    <name>DictationPage</name>
    <message>
        <source>Record or stop</source>
        <translation>开始或停止听写</translation>
    </message>
    <message>
        <source>Pause or resume</source>
        <translation>暂停或继续</translation>
    </message>
    <message>
        <source>Discard this dictation</source>
        <translation>丢弃这次听写</translation>
    </message>
    <message>
        <source>Previous doubtful word</source>
        <translation>上一个存疑词语</translation>
    </message>
    <message>
        <source>Next text</source>
        <translation>下一篇文本</translation>
    </message>
    <message>
        <source>Previous text</source>
        <translation>上一篇文本</translation>
    </message>
    <message>
        <source>Follow the dictation</source>
        <translation>随语音滚动</translation>
    </message>
</context>
<context>
    <name>DictationSettingsPage</name>
    <message>
        <source>Dictation</source>
        <translation>听写</translation>
    </message>
    <message>
        <source>How to send sentences to each application</source>
        <translation>如何把句子发送到各个应用程序</translation>
    </message>
    <message>
        <source>Automatically</source>
        <translation>自动</translation>
    </message>
    <message>
        <source>Paste with Ctrl+V</source>
        <translation>用 Ctrl+V 粘贴</translation>
    </message>
    <message>
        <source>Paste with Ctrl+Shift+V</source>
        <translation>用 Ctrl+Shift+V 粘贴</translation>
    </message>
    <message>
        <source>Paste with Shift+Insert</source>
        <translation>用 Shift+Insert 粘贴</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>模拟键入</translation>
    </message>
</context>
<context>
    <name>DictationStep</name>
    <message>
        <source>Start</source>
        <translation>开始</translation>
    </message>
    <message>
        <source>Start or stop the test dictation</source>
        <translation>开始或停止试用听写</translation>
    </message>
    <message>
        <source>Nothing from this test is kept.</source>
        <translation>试用内容不会保留。</translation>
    </message>
    <message>
        <source>Your words appear here.</source>
        <translation>文字会显示在这里。</translation>
    </message>
    <message>
        <source>Opening the microphone…</source>
        <translation>正在打开麦克风…</translation>
    </message>
    <message>
        <source>Listening. Speak now.</source>
        <translation>正在聆听，请说话。</translation>
    </message>
    <message>
        <source>Paused.</source>
        <translation>已暂停。</translation>
    </message>
    <message>
        <source>Finishing the last words…</source>
        <translation>正在处理最后的词语…</translation>
    </message>
    <message>
        <source>(Any sentence with a pause in the middle.)</source>
        <translation>（说任何一句话，中间停顿一下。）</translation>
    </message>
    <message>
        <source>What Fermata heard</source>
        <translation>听到的内容</translation>
    </message>
    <message>
        <source>Press Start and read this aloud. Pause for a second at the gap, where many recognisers would end the sentence. Grey words may still change; finished sentences never do.</source>
        <translation>按“开始”并朗读这句话，在空隙处停一秒：许多识别引擎会在那里结束句子。灰色的字词可能还会改变；完成的句子不会再变。</translation>
    </message>
    <message>
        <source>Press %1, as you will in other applications, and read this aloud. Pause for a second at the gap, where many recognisers would end the sentence. Then press the keys again.</source>
        <translation>按 %1（以后在其他应用程序里也是如此），然后朗读这句话。在空白处停顿一秒，许多识别器会在那里结束句子。读完后再按一次。</translation>
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
        <translation>您在“%1”之后停顿了。如果每次停顿都加句号，就会变成：“%2”Fermata 等到了后面的话。</translation>
    </message>
    <message>
        <source>You paused where a sentence could end. Try again, and pause where nobody would put a full stop.</source>
        <translation>您停顿的地方像是句子的结尾。请再试一次，停在不会有人加句号的地方。</translation>
    </message>
    <message>
        <source>No pause was heard. Try again, and pause for a second at the gap.</source>
        <translation>没有听到停顿。请再试一次，在空隙处停一秒。</translation>
    </message>
    <message>
        <source>Your voice comes through. Loading the models…</source>
        <translation>已听到您的声音；正在加载模型…</translation>
    </message>
    <message>
        <source>The microphone is silent. Is it switched on?</source>
        <translation>麦克风没有声音。是否已打开？</translation>
    </message>
    <message>
        <source>There is sound, but no words are recognised.</source>
        <translation>有声音，但没有听到词语。</translation>
    </message>
    <message>
        <source>This computer is a little behind; nothing is lost.</source>
        <translation>电脑处理稍有延迟；不会丢失内容。</translation>
    </message>
</context>
<context>
    <name>DictationView</name>
    <message>
        <source>Text</source>
        <translation>文本</translation>
    </message>
    <message>
        <source>Dictated text. You can edit it at any time.</source>
        <translation>听写的内容；可随时编辑。</translation>
    </message>
    <message>
        <source>Play from here (Ctrl+click)</source>
        <translation>从此处播放 (Ctrl+单击)</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
    <message>
        <source>Press F5 and speak, or type here.</source>
        <translation>按 F5 说话，或在这里打字。</translation>
    </message>
    <message>
        <source>Redo</source>
        <translation>重做</translation>
    </message>
    <message>
        <source>Cut</source>
        <translation>剪切</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>Paste</source>
        <translation>粘贴</translation>
    </message>
    <message>
        <source>Select all</source>
        <translation>全选</translation>
    </message>
    <message>
        <source>Dictate here</source>
        <translation>在此处听写</translation>
    </message>
</context>
<context>
    <name>DoubtDots</name>
    <message>
        <source>Words that were hard to hear (F8)</source>
        <translation>没听清的词语（F8）</translation>
    </message>
</context>
<context>
    <name>DropOverlay</name>
    <message>
        <source>Drop to transcribe or punctuate</source>
        <translation>放开即可转写或加上标点</translation>
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
        <translation>写法</translation>
    </message>
    <message>
        <source>Spoken</source>
        <translation>说法</translation>
    </message>
</context>
<context>
    <name>ExportDialog</name>
    <message>
        <source>Export</source>
        <translation>导出</translation>
    </message>
</context>
<context>
    <name>Fermata</name>
    <message>
        <source>Dictation</source>
        <translation>听写</translation>
    </message>
    <message>
        <source>Files</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>History</source>
        <translation>历史记录</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>设置</translation>
    </message>
    <message>
        <source>Open models</source>
        <translation>查看模型</translation>
    </message>
    <message>
        <source>Fermata waits here. Press %1 in any application and speak.</source>
        <translation>Fermata 在这里等候。在任何应用程序里按 %1，然后说话。</translation>
    </message>
    <message>
        <source>Everywhere</source>
        <translation>任何地方</translation>
    </message>
    <message>
        <source>Choose a microphone</source>
        <translation>选择麦克风</translation>
    </message>
    <message>
        <source>Open files…</source>
        <translation>打开文件…</translation>
    </message>
    <message>
        <source>Help</source>
        <translation>帮助</translation>
    </message>
    <message>
        <source>Keys</source>
        <translation>按键</translation>
    </message>
    <message>
        <source>About Fermata</source>
        <translation>关于 Fermata</translation>
    </message>
    <message>
        <source>Quit</source>
        <translation>退出</translation>
    </message>
    <message>
        <source>Menu</source>
        <translation>菜单</translation>
    </message>
    <message>
        <source>Open settings</source>
        <translation>打开设置</translation>
    </message>
</context>
<context>
    <name>FileChanges</name>
    <message>
        <source>Show changes</source>
        <translation>显示更改</translation>
    </message>
    <message>
        <source>Next change</source>
        <translation>下一处更改</translation>
    </message>
    <message>
        <source>Previous change</source>
        <translation>上一处更改</translation>
    </message>
    <message>
        <source>Reject change</source>
        <translation>拒绝这处更改</translation>
    </message>
    <message>
        <source>%1 instead of %2</source>
        <translation>%1，文件中为%2</translation>
    </message>
    <message>
        <source>%1 is what you wrote; %2 was recognised</source>
        <translation>%1 是您写的；识别结果为 %2</translation>
    </message>
    <message>
        <source>Recognised again with %1. Go to a change to see the old text.</source>
        <translation>已用“%1”重新识别。移到更改处即可看到先前的文字。</translation>
    </message>
    <message>
        <source>You wrote this yourself. Recognised: “%1”</source>
        <translation>这是您自己写的。识别结果：“%1”</translation>
    </message>
    <message>
        <source>There was nothing here before.</source>
        <translation>此处先前没有文字。</translation>
    </message>
    <message>
        <source>Before: “%1”</source>
        <translation>先前：“%1”</translation>
    </message>
</context>
<context>
    <name>FilesController</name>
    <message>
        <source>This text is no longer in the history.</source>
        <translation>这段文字已不在历史记录中。</translation>
    </message>
    <message>
        <source>No recordings or transcripts were found there.</source>
        <translation>其中没有找到录音或文稿。</translation>
    </message>
    <message>
        <source>Something went wrong; try again.</source>
        <translation>出了点问题；请重试。</translation>
    </message>
</context>
<context>
    <name>FilesModel</name>
    <message numerus="yes">
        <source>Done: %Ln words</source>
        <translation>
            <numerusform>完成：%Ln 词</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Recognised again: %Ln words, ready to compare</source>
        <translation>
            <numerusform>已重新识别：%Ln 词，待比较</numerusform>
        </translation>
    </message>
    <message>
        <source>Waiting</source>
        <translation>等待中</translation>
    </message>
    <message>
        <source>Cancelled</source>
        <translation>已取消</translation>
    </message>
    <message>
        <source>no punctuation</source>
        <translation>没有标点</translation>
    </message>
    <message>
        <source>partly punctuated</source>
        <translation>部分有标点</translation>
    </message>
    <message>
        <source>punctuated</source>
        <translation>有标点</translation>
    </message>
    <message numerus="yes">
        <source>%Ln speakers</source>
        <translation>
            <numerusform>%Ln 位说话者</numerusform>
        </translation>
    </message>
    <message>
        <source>punctuation will be repaired</source>
        <translation>将修正标点</translation>
    </message>
    <message>
        <source>punctuation will be redone</source>
        <translation>将重新加标点</translation>
    </message>
    <message>
        <source>punctuation will only be added</source>
        <translation>只会补上标点</translation>
    </message>
    <message>
        <source>punctuation will be added</source>
        <translation>将加上标点</translation>
    </message>
    <message>
        <source>Transcribing</source>
        <translation>正在转写</translation>
    </message>
    <message>
        <source>Punctuating</source>
        <translation>正在加标点</translation>
    </message>
    <message>
        <source>Recognising again</source>
        <translation>正在重新识别</translation>
    </message>
    <message>
        <source>Checking</source>
        <translation>正在查看</translation>
    </message>
    <message>
        <source>%1 left</source>
        <translation>还剩 %1</translation>
    </message>
</context>
<context>
    <name>FilesPage</name>
    <message>
        <source>%1 of %2 results were saved to %3.</source>
        <translation>%2 个结果中有 %1 个已写入 %3。</translation>
    </message>
    <message>
        <source>Not saved:</source>
        <translation>未写入：</translation>
    </message>
    <message>
        <source>Save all results to</source>
        <translation>将所有结果写入</translation>
    </message>
    <message>
        <source>Recordings and transcripts (%1)</source>
        <translation>录音和文稿 (%1)</translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation>所有文件 (*)</translation>
    </message>
    <message>
        <source>Open files</source>
        <translation>打开文件</translation>
    </message>
</context>
<context>
    <name>FilesQueueView</name>
    <message>
        <source>Choose files…</source>
        <translation>选择文件…</translation>
    </message>
    <message>
        <source>Drop recordings or transcripts here</source>
        <translation>把录音或文字稿拖到这里</translation>
    </message>
    <message>
        <source>Recordings are transcribed. Transcripts are punctuated once you press Start. Your files are never changed.</source>
        <translation>录音会转写成文字。文字稿在您按“开始”后加上标点。您的文件不会被改动。</translation>
    </message>
    <message>
        <source>Open…</source>
        <translation>打开…</translation>
    </message>
    <message>
        <source>Edit text</source>
        <translation>编辑文字</translation>
    </message>
    <message>
        <source>Open the text for editing (Enter)</source>
        <translation>在页面上打开文字（Enter）</translation>
    </message>
    <message>
        <source>Sound track:</source>
        <translation>音轨：</translation>
    </message>
    <message>
        <source>Transcribe another sound track of this video</source>
        <translation>转写这个视频的另一条音轨</translation>
    </message>
    <message>
        <source>Tell speakers apart</source>
        <translation>区分说话者</translation>
    </message>
    <message>
        <source>In recordings that are transcribed from now on</source>
        <translation>对此后转写的录音有效</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>重试</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Clear finished</source>
        <translation>清除已完成项</translation>
    </message>
    <message>
        <source>Export all…</source>
        <translation>全部导出…</translation>
    </message>
    <message>
        <source>Save all results in one folder</source>
        <translation>将所有结果写入同一个文件夹</translation>
    </message>
    <message>
        <source>Files</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>Each in its own format</source>
        <translation>各用原来的格式</translation>
    </message>
    <message>
        <source>%1 of %2 done</source>
        <translation>已完成 %1/%2</translation>
    </message>
    <message>
        <source>%1 failed</source>
        <translation>%1 个失败</translation>
    </message>
    <message>
        <source>%1 not started</source>
        <translation>%1 个待开始</translation>
    </message>
    <message>
        <source>Redo with %1</source>
        <translation>用 %1 重做</translation>
    </message>
    <message>
        <source>No installed model knows this language. Import one in Settings &gt; Languages &amp; models.</source>
        <translation>尚未安装懂这种语言的模型：请在“设置”的“语言和模型”中导入。</translation>
    </message>
    <message>
        <source>This really is %1</source>
        <translation>这确实是%1</translation>
    </message>
    <message>
        <source>Punctuate the chosen files as %1</source>
        <translation>把选中的文件当作%1加标点</translation>
    </message>
</context>
<context>
    <name>FilesSettingsPage</name>
    <message>
        <source>Files</source>
        <translation>文件</translation>
    </message>
</context>
<context>
    <name>FindBar</name>
    <message>
        <source>Match case</source>
        <translation>区分大小写</translation>
    </message>
    <message>
        <source>Whole words only</source>
        <translation>仅完整词语</translation>
    </message>
    <message>
        <source>Previous</source>
        <translation>上一处</translation>
    </message>
    <message>
        <source>Next</source>
        <translation>下一处</translation>
    </message>
    <message>
        <source>Close the search</source>
        <translation>关闭查找</translation>
    </message>
    <message>
        <source>Replace</source>
        <translation>替换</translation>
    </message>
    <message>
        <source>Replace all</source>
        <translation>全部替换</translation>
    </message>
    <message>
        <source>Find</source>
        <translation>查找</translation>
    </message>
    <message>
        <source>Replace with</source>
        <translation>替换为</translation>
    </message>
    <message>
        <source>Replace (Ctrl+R)</source>
        <translation>替换 (Ctrl+R)</translation>
    </message>
    <message>
        <source>Everywhere in the text; one undo brings it back</source>
        <translation>在整篇文字中一次替换，可一步撤销</translation>
    </message>
    <message>
        <source>Number of matches</source>
        <translation>找到的次数</translation>
    </message>
    <message>
        <source>Next match</source>
        <translation>下一个匹配处</translation>
    </message>
    <message>
        <source>Previous match</source>
        <translation>上一个匹配处</translation>
    </message>
    <message>
        <source>Not found</source>
        <translation>未找到</translation>
    </message>
    <message>
        <source>%1 found</source>
        <translation>找到 %1 处</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 / %2</translation>
    </message>
    <message>
        <source>%1 replaced</source>
        <translation>已替换 %1 处</translation>
    </message>
</context>
<context>
    <name>FirstRunPage</name>
    <message>
        <source>Your language</source>
        <translation>您的语言</translation>
    </message>
    <message>
        <source>Your microphone</source>
        <translation>您的麦克风</translation>
    </message>
    <message>
        <source>The recogniser</source>
        <translation>识别引擎</translation>
    </message>
    <message>
        <source>Say something</source>
        <translation>说点什么</translation>
    </message>
    <message>
        <source>Skip all</source>
        <translation>全部跳过</translation>
    </message>
    <message>
        <source>You can change all of this later in Settings.</source>
        <translation>这里的内容在设置中都能找到。</translation>
    </message>
    <message>
        <source>Back</source>
        <translation>上一步</translation>
    </message>
    <message>
        <source>Dictation that waits while you think. Nothing you say leaves this computer.</source>
        <translation>您思考时会等待的听写。您说的话不会离开这台电脑。</translation>
    </message>
    <message>
        <source>I wanted to call you yesterday, but my phone was broken.</source>
        <translation>我昨天想给你打电话，可是我的手机坏了。</translation>
    </message>
    <message>
        <source>Elsewhere: “I wanted to call you yesterday. But my phone was broken.”</source>
        <translation>其他软件：“我昨天想给你打电话。可是我的手机坏了。”</translation>
    </message>
    <message>
        <source>Step %1 of %2</source>
        <translation>第 %1 步，共 %2 步</translation>
    </message>
    <message>
        <source>Begin</source>
        <translation>开始使用</translation>
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
        <translation>单击：回到 Fermata。拖动：移到别处。</translation>
    </message>
</context>
<context>
    <name>Fold</name>
    <message>
        <source>%1, expanded</source>
        <translation>%1，已展开</translation>
    </message>
    <message>
        <source>%1, collapsed</source>
        <translation>%1，已折叠</translation>
    </message>
</context>
<context>
    <name>FolderEdit</name>
    <message>
        <source>Browse…</source>
        <translation>浏览…</translation>
    </message>
</context>
<context>
    <name>Formats</name>
    <message>
        <source>Text</source>
        <translation>文本</translation>
    </message>
    <message>
        <source>Markdown</source>
        <translation>Markdown</translation>
    </message>
    <message>
        <source>Word document</source>
        <translation>Word 文档</translation>
    </message>
    <message>
        <source>OpenDocument text</source>
        <translation>OpenDocument 文本文档</translation>
    </message>
    <message>
        <source>Web page</source>
        <translation>网页</translation>
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
        <translation>oTranscribe 转录稿</translation>
    </message>
    <message>
        <source>JSON data</source>
        <translation>JSON 数据</translation>
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
        <translation>此处有 %1 没有声音：麦克风断开了。</translation>
    </message>
</context>
<context>
    <name>GeneralPage</name>
    <message>
        <source>General</source>
        <translation>常规</translation>
    </message>
</context>
<context>
    <name>HelpWindow</name>
    <message>
        <source>Keys</source>
        <translation>按键</translation>
    </message>
    <message>
        <source>Help</source>
        <translation>帮助</translation>
    </message>
    <message>
        <source>Chapters</source>
        <translation>章节</translation>
    </message>
</context>
<context>
    <name>HistoryController</name>
    <message>
        <source>Something went wrong with the history.</source>
        <translation>历史记录出了点问题。</translation>
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
            <numerusform>%Ln 词</numerusform>
        </translation>
    </message>
    <message>
        <source>typed</source>
        <translation>手动输入</translation>
    </message>
    <message>
        <source>from %1</source>
        <translation>来自 %1</translation>
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
        <translation>搜索说过的内容</translation>
    </message>
    <message>
        <source>Search the history</source>
        <translation>搜索历史记录</translation>
    </message>
    <message>
        <source>Show all</source>
        <translation>全部显示</translation>
    </message>
    <message>
        <source>Sessions</source>
        <translation>听写记录</translation>
    </message>
    <message>
        <source>Written to %1</source>
        <translation>已写入 %1</translation>
    </message>
    <message>
        <source>Move from the search to the list</source>
        <translation>从搜索跳到列表</translation>
    </message>
    <message>
        <source>Search</source>
        <translation>搜索</translation>
    </message>
    <message>
        <source>Rename</source>
        <translation>重命名</translation>
    </message>
    <message>
        <source>Move to trash</source>
        <translation>移到回收站</translation>
    </message>
    <message>
        <source>Restore what was deleted</source>
        <translation>放回刚删除的项目</translation>
    </message>
    <message>
        <source>“%1” is in the trash.</source>
        <translation>“%1”已移到回收站。</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>重试</translation>
    </message>
    <message>
        <source>The trash is empty</source>
        <translation>回收站是空的</translation>
    </message>
    <message>
        <source>“%1” was not found</source>
        <translation>没有找到“%1”</translation>
    </message>
    <message>
        <source>Try fewer words, or part of one.</source>
        <translation>试试更少的字词，或一个词的一部分。</translation>
    </message>
    <message>
        <source>Nothing here yet</source>
        <translation>这里还没有内容</translation>
    </message>
    <message>
        <source>Every dictation is kept here, on this computer only, until you delete it.</source>
        <translation>每次听写都保存在这里，只在这台电脑上，直到您删除。</translation>
    </message>
</context>
<context>
    <name>HistoryPreview</name>
    <message>
        <source>Title of the session</source>
        <translation>听写标题</translation>
    </message>
    <message>
        <source>Text of the session</source>
        <translation>听写文本</translation>
    </message>
    <message>
        <source>Untitled</source>
        <translation>未命名</translation>
    </message>
    <message>
        <source>Reopen</source>
        <translation>重新打开</translation>
    </message>
    <message>
        <source>Rename</source>
        <translation>重命名</translation>
    </message>
    <message>
        <source>Export…</source>
        <translation>导出…</translation>
    </message>
    <message>
        <source>Recognise again</source>
        <translation>重新识别</translation>
    </message>
    <message>
        <source>With another speech model; you compare before you accept it</source>
        <translation>使用其他语音模型；先比较再决定是否采用</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>删除</translation>
    </message>
    <message>
        <source>Moves it to the trash</source>
        <translation>移到回收站</translation>
    </message>
    <message>
        <source>Restore</source>
        <translation>恢复</translation>
    </message>
    <message>
        <source>Delete permanently…</source>
        <translation>永久删除…</translation>
    </message>
    <message>
        <source>Delete this session permanently? The file it came from is kept.</source>
        <translation>要永久删除这段记录吗？它来自的文件会保留。</translation>
    </message>
    <message>
        <source>Delete this session and its recording permanently?</source>
        <translation>永久删除这次听写及其录音？</translation>
    </message>
    <message>
        <source>Keep</source>
        <translation>保留</translation>
    </message>
    <message>
        <source>Delete permanently</source>
        <translation>永久删除</translation>
    </message>
    <message>
        <source>Delete this session permanently?</source>
        <translation>要永久删除这段记录吗？</translation>
    </message>
    <message>
        <source>Nothing was heard for %1 after “%2”.</source>
        <translation>在“%2”之后有 %1 没有声音。</translation>
    </message>
</context>
<context>
    <name>ImportButtons</name>
    <message>
        <source>Import an archive…</source>
        <translation>导入压缩包…</translation>
    </message>
    <message>
        <source>Import a folder…</source>
        <translation>导入文件夹…</translation>
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
        <translation>按键</translation>
    </message>
    <message>
        <source>Click a field and press the keys you want, or empty it for none.</source>
        <translation>点击一个框，再按下想用的按键。不要按键时，清空该框。</translation>
    </message>
    <message>
        <source>%1 is taken: %2.</source>
        <translation>%1 已有用途：%2。</translation>
    </message>
    <message>
        <source>Typing and editing</source>
        <translation>输入和编辑文字</translation>
    </message>
</context>
<context>
    <name>LanguageStep</name>
    <message>
        <source>Looking for models…</source>
        <translation>正在查找模型…</translation>
    </message>
    <message>
        <source>Language you speak</source>
        <translation>您说的语言</translation>
    </message>
</context>
<context>
    <name>Languages</name>
    <message>
        <source>German</source>
        <translation>德语</translation>
    </message>
    <message>
        <source>Greek</source>
        <translation>希腊语</translation>
    </message>
    <message>
        <source>English</source>
        <translation>英语</translation>
    </message>
    <message>
        <source>Spanish</source>
        <translation>西班牙语</translation>
    </message>
    <message>
        <source>Estonian</source>
        <translation>爱沙尼亚语</translation>
    </message>
    <message>
        <source>Basque</source>
        <translation>巴斯克语</translation>
    </message>
    <message>
        <source>Persian</source>
        <translation>波斯语</translation>
    </message>
    <message>
        <source>Finnish</source>
        <translation>芬兰语</translation>
    </message>
    <message>
        <source>French</source>
        <translation>法语</translation>
    </message>
    <message>
        <source>Galician</source>
        <translation>加利西亚语</translation>
    </message>
    <message>
        <source>Hebrew</source>
        <translation>希伯来语</translation>
    </message>
    <message>
        <source>Hindi</source>
        <translation>印地语</translation>
    </message>
    <message>
        <source>Croatian</source>
        <translation>克罗地亚语</translation>
    </message>
    <message>
        <source>Hungarian</source>
        <translation>匈牙利语</translation>
    </message>
    <message>
        <source>Indonesian</source>
        <translation>印度尼西亚语</translation>
    </message>
    <message>
        <source>Icelandic</source>
        <translation>冰岛语</translation>
    </message>
    <message>
        <source>Italian</source>
        <translation>意大利语</translation>
    </message>
    <message>
        <source>Japanese</source>
        <translation>日语</translation>
    </message>
    <message>
        <source>Korean</source>
        <translation>韩语</translation>
    </message>
    <message>
        <source>Latin</source>
        <translation>拉丁语</translation>
    </message>
    <message>
        <source>Lithuanian</source>
        <translation>立陶宛语</translation>
    </message>
    <message>
        <source>Latvian</source>
        <translation>拉脱维亚语</translation>
    </message>
    <message>
        <source>Malay</source>
        <translation>马来语</translation>
    </message>
    <message>
        <source>Maltese</source>
        <translation>马耳他语</translation>
    </message>
    <message>
        <source>Dutch</source>
        <translation>荷兰语</translation>
    </message>
    <message>
        <source>Norwegian</source>
        <translation>挪威语</translation>
    </message>
    <message>
        <source>Polish</source>
        <translation>波兰语</translation>
    </message>
    <message>
        <source>Portuguese</source>
        <translation>葡萄牙语</translation>
    </message>
    <message>
        <source>Romanian</source>
        <translation>罗马尼亚语</translation>
    </message>
    <message>
        <source>Russian</source>
        <translation>俄语</translation>
    </message>
    <message>
        <source>Slovak</source>
        <translation>斯洛伐克语</translation>
    </message>
    <message>
        <source>Slovenian</source>
        <translation>斯洛文尼亚语</translation>
    </message>
    <message>
        <source>Serbian</source>
        <translation>塞尔维亚语</translation>
    </message>
    <message>
        <source>Swedish</source>
        <translation>瑞典语</translation>
    </message>
    <message>
        <source>Swahili</source>
        <translation>斯瓦希里语</translation>
    </message>
    <message>
        <source>Tamil</source>
        <translation>泰米尔语</translation>
    </message>
    <message>
        <source>Thai</source>
        <translation>泰语</translation>
    </message>
    <message>
        <source>Tagalog</source>
        <translation>他加禄语</translation>
    </message>
    <message>
        <source>Turkish</source>
        <translation>土耳其语</translation>
    </message>
    <message>
        <source>Ukrainian</source>
        <translation>乌克兰语</translation>
    </message>
    <message>
        <source>Urdu</source>
        <translation>乌尔都语</translation>
    </message>
    <message>
        <source>Vietnamese</source>
        <translation>越南语</translation>
    </message>
    <message>
        <source>Cantonese</source>
        <translation>粤语</translation>
    </message>
    <message>
        <source>Mandarin</source>
        <translation>普通话</translation>
    </message>
    <message>
        <source>Mandarin and English, mixed, with punctuation</source>
        <translation>普通话和英语混说，自带标点</translation>
    </message>
    <message>
        <source>Mandarin and English, mixed, with punctuation; a little slower</source>
        <translation>普通话和英语混说，自带标点；出字稍慢</translation>
    </message>
    <message>
        <source>Mandarin and English, mixed, with punctuation; very fast</source>
        <translation>普通话和英语混说，自带标点；出字极快</translation>
    </message>
    <message>
        <source>Mandarin, Cantonese and English, mixed; rough word times</source>
        <translation>普通话、粤语和英语混说；词的时间为粗略值</translation>
    </message>
    <message>
        <source>English, small and fast, with punctuation</source>
        <translation>英语，小而快，自带标点</translation>
    </message>
    <message>
        <source>Parakeet 110m: English, with punctuation; fast and good</source>
        <translation>Parakeet 110m：英语，自带标点；快而准</translation>
    </message>
    <message>
        <source>Canary 180m: English, Spanish, German and French, with punctuation; rough word times</source>
        <translation>Canary 180m：英语、西班牙语、德语和法语，自带标点；词的时间为粗略值</translation>
    </message>
    <message>
        <source>Mandarin and English, mixed, with punctuation; heard in long stretches</source>
        <translation>普通话和英语混说，自带标点；整段识别</translation>
    </message>
    <message>
        <source>Moonshine tiny: English, with punctuation; very small, rough word times</source>
        <translation>Moonshine tiny：英语，自带标点；非常小，词的时间为粗略值</translation>
    </message>
    <message>
        <source>Moonshine base: English, with punctuation; rough word times</source>
        <translation>Moonshine base：英语，自带标点；词的时间为粗略值</translation>
    </message>
    <message>
        <source>Mandarin with some English; rough word times</source>
        <translation>普通话，夹带少量英语；词的时间为粗略值</translation>
    </message>
    <message>
        <source>Whisper large, faster, many languages</source>
        <translation>Whisper 大型快速版，多种语言</translation>
    </message>
    <message>
        <source>English, with punctuation; for fast processors</source>
        <translation>英语，自带标点；适合快速的处理器</translation>
    </message>
    <message>
        <source>Many languages, with punctuation; for fast processors</source>
        <translation>多种语言，自带标点；适合快速的处理器</translation>
    </message>
    <message>
        <source>Parakeet v2: English, with punctuation; large, among the best</source>
        <translation>Parakeet v2：英语，自带标点；较大，准确率名列前茅</translation>
    </message>
    <message>
        <source>Parakeet v3: 25 languages, with punctuation; large</source>
        <translation>Parakeet v3：25 种欧洲语言，自带标点；较大</translation>
    </message>
    <message>
        <source>SenseVoice: Mandarin, Cantonese, English, Japanese and Korean, with punctuation</source>
        <translation>SenseVoice：普通话、粤语、英语、日语和韩语，自带标点</translation>
    </message>
    <message>
        <source>Who speaks when, for recordings</source>
        <translation>谁在何时说话，用于录音</translation>
    </message>
    <message>
        <source>English (US), small</source>
        <translation>英语（美国），小型</translation>
    </message>
    <message>
        <source>English (US), medium</source>
        <translation>英语（美国），中型</translation>
    </message>
    <message>
        <source>English (US), large</source>
        <translation>英语（美国），大型</translation>
    </message>
    <message>
        <source>English, conversational, large</source>
        <translation>英语，对话，大型</translation>
    </message>
    <message>
        <source>Mandarin, large</source>
        <translation>普通话，大型</translation>
    </message>
    <message>
        <source>Whisper tiny, English</source>
        <translation>Whisper 微型，英语</translation>
    </message>
    <message>
        <source>Whisper base, English</source>
        <translation>Whisper 基本型，英语</translation>
    </message>
    <message>
        <source>Whisper small, English</source>
        <translation>Whisper 小型，英语</translation>
    </message>
    <message>
        <source>Whisper medium, English</source>
        <translation>Whisper 中型，英语</translation>
    </message>
    <message>
        <source>Whisper small, distilled, English</source>
        <translation>Whisper 小型精简版，英语</translation>
    </message>
    <message>
        <source>Whisper large, distilled, English</source>
        <translation>Whisper 大型精简版，英语</translation>
    </message>
    <message>
        <source>Whisper tiny, many languages</source>
        <translation>Whisper 微型，多种语言</translation>
    </message>
    <message>
        <source>Whisper base, many languages</source>
        <translation>Whisper 基本型，多种语言</translation>
    </message>
    <message>
        <source>Whisper small, many languages</source>
        <translation>Whisper 小型，多种语言</translation>
    </message>
    <message>
        <source>Whisper medium, many languages</source>
        <translation>Whisper 中型，多种语言</translation>
    </message>
    <message>
        <source>Whisper large, many languages</source>
        <translation>Whisper 大型，多种语言</translation>
    </message>
    <message>
        <source>English (India), small</source>
        <translation>英语（印度），小型</translation>
    </message>
    <message>
        <source>Mandarin, small</source>
        <translation>普通话，小型</translation>
    </message>
    <message>
        <source>German, small</source>
        <translation>德语，小型</translation>
    </message>
    <message>
        <source>French, small</source>
        <translation>法语，小型</translation>
    </message>
    <message>
        <source>Spanish, small</source>
        <translation>西班牙语，小型</translation>
    </message>
    <message>
        <source>Italian, small</source>
        <translation>意大利语，小型</translation>
    </message>
    <message>
        <source>Portuguese, small</source>
        <translation>葡萄牙语，小型</translation>
    </message>
    <message>
        <source>Dutch, small</source>
        <translation>荷兰语，小型</translation>
    </message>
    <message>
        <source>Polish, small</source>
        <translation>波兰语，小型</translation>
    </message>
    <message>
        <source>Russian, small</source>
        <translation>俄语，小型</translation>
    </message>
    <message>
        <source>Japanese, small</source>
        <translation>日语，小型</translation>
    </message>
    <message>
        <source>Korean, small</source>
        <translation>韩语，小型</translation>
    </message>
    <message>
        <source>Arabic</source>
        <translation>阿拉伯语</translation>
    </message>
    <message>
        <source>Bulgarian</source>
        <translation>保加利亚语</translation>
    </message>
    <message>
        <source>Bengali</source>
        <translation>孟加拉语</translation>
    </message>
    <message>
        <source>Bosnian</source>
        <translation>波斯尼亚语</translation>
    </message>
    <message>
        <source>Catalan</source>
        <translation>加泰罗尼亚语</translation>
    </message>
    <message>
        <source>Czech</source>
        <translation>捷克语</translation>
    </message>
    <message>
        <source>Danish</source>
        <translation>丹麦语</translation>
    </message>
    <message>
        <source>Mandarin and English, mixed</source>
        <translation>普通话和英语混说</translation>
    </message>
    <message>
        <source>Mandarin and English, mixed; light on the processor</source>
        <translation>普通话和英语混说；占用处理器少</translation>
    </message>
    <message>
        <source>Mandarin with its dialects and English, mixed; rough word times</source>
        <translation>普通话、方言和英语混说；词的时间为粗略值</translation>
    </message>
    <message>
        <source>Mandarin, very small</source>
        <translation>普通话，极小型</translation>
    </message>
    <message>
        <source>English, read aloud</source>
        <translation>英语，朗读</translation>
    </message>
    <message>
        <source>English, read aloud, small</source>
        <translation>英语，朗读，小型</translation>
    </message>
    <message>
        <source>%1 (as it is heard)</source>
        <translation>%1（随所说语言）</translation>
    </message>
</context>
<context>
    <name>LeftText</name>
    <message>
        <source>“%1” is in the history.</source>
        <translation>“%1”在历史记录中。</translation>
    </message>
    <message>
        <source>“%1” is no longer on the page.</source>
        <translation>“%1”已不在页面上。</translation>
    </message>
    <message>
        <source>Bring it back</source>
        <translation>取回</translation>
    </message>
</context>
<context>
    <name>LevelMeter</name>
    <message>
        <source>Microphone level</source>
        <translation>麦克风音量</translation>
    </message>
</context>
<context>
    <name>Merits</name>
    <message>
        <source>Accuracy</source>
        <translation>准确度</translation>
    </message>
    <message>
        <source>Speed</source>
        <translation>速度</translation>
    </message>
    <message>
        <source>%1 languages</source>
        <translation>%1 种语言</translation>
    </message>
    <message>
        <source>Languages</source>
        <translation>语言</translation>
    </message>
    <message>
        <source>%1 times as fast as speech</source>
        <translation>速度为说话的 %1 倍</translation>
    </message>
    <message>
        <source>gets about %1 of 10 punctuation marks right</source>
        <translation>10 个标点中约有 %1 个与编辑所加的相同</translation>
    </message>
    <message>
        <source>mishears about one word in %1</source>
        <translation>约每 %1 个字词听错一个</translation>
    </message>
</context>
<context>
    <name>Messages</name>
    <message>
        <source>No such file or directory</source>
        <translation>没有这个文件或文件夹</translation>
    </message>
    <message>
        <source>Permission denied</source>
        <translation>没有权限</translation>
    </message>
    <message>
        <source>No space left on device</source>
        <translation>磁盘空间不足</translation>
    </message>
    <message>
        <source>File too large</source>
        <translation>文件过大</translation>
    </message>
    <message>
        <source>Is a directory</source>
        <translation>这是一个文件夹</translation>
    </message>
    <message>
        <source>Not a directory</source>
        <translation>这不是文件夹</translation>
    </message>
    <message>
        <source>File exists</source>
        <translation>文件已存在</translation>
    </message>
    <message>
        <source>File name too long</source>
        <translation>文件名过长</translation>
    </message>
    <message>
        <source>Read-only file system</source>
        <translation>文件系统为只读</translation>
    </message>
    <message>
        <source>Input/output error</source>
        <translation>输入/输出错误</translation>
    </message>
    <message>
        <source>database is locked</source>
        <translation>数据库被锁定</translation>
    </message>
    <message>
        <source>database or disk is full</source>
        <translation>数据库或磁盘已满</translation>
    </message>
    <message>
        <source>attempt to write a readonly database</source>
        <translation>数据库是只读的</translation>
    </message>
    <message>
        <source>unable to open database file</source>
        <translation>无法打开数据库文件</translation>
    </message>
    <message>
        <source>disk I/O error</source>
        <translation>磁盘读写错误</translation>
    </message>
    <message>
        <source>Connection refused</source>
        <translation>连接被拒绝</translation>
    </message>
    <message>
        <source>Network is unreachable</source>
        <translation>网络不可用</translation>
    </message>
    <message>
        <source>Name or service not known</source>
        <translation>找不到该主机</translation>
    </message>
    <message>
        <source>Temporary failure in name resolution</source>
        <translation>暂时无法解析主机名</translation>
    </message>
    <message>
        <source>the file is damaged</source>
        <translation>文件已损坏</translation>
    </message>
    <message>
        <source>the new model could not be written</source>
        <translation>无法写入新模型</translation>
    </message>
    <message>
        <source>A model called “{name}” is already installed in {folder}. Remove it first.</source>
        <translation>{folder} 中已安装模型“{name}”；请先将其移除。</translation>
    </message>
    <message>
        <source>Cannot reach the other Fermata at {path}: {reason}.</source>
        <translation>无法通过 {path} 联系另一个 Fermata：{reason}。</translation>
    </message>
    <message>
        <source>Fermata is running but does not answer</source>
        <translation>Fermata 正在运行，但没有响应</translation>
    </message>
    <message>
        <source>the JSON is nested too deeply</source>
        <translation>JSON 嵌套过深</translation>
    </message>
    <message>
        <source>the JSON is nested too deeply or has a huge number</source>
        <translation>JSON 嵌套过深，或含有过大的数字</translation>
    </message>
    <message>
        <source>JSON, but not a transcript</source>
        <translation>JSON 内容不是文稿</translation>
    </message>
    <message>
        <source>JSON, but not a kind of transcript that Fermata knows</source>
        <translation>是 JSON，但不是已知格式的文稿</translation>
    </message>
    <message>
        <source>There is no model “{name}” to download. Settings lists those there are.</source>
        <translation>没有可下载的模型“{name}”；可下载的模型见“设置”中的“语言和模型”。</translation>
    </message>
    <message>
        <source>No speech model for this recogniser is installed. Download one in Settings, or unpack one into {places}.</source>
        <translation>尚未安装适用于此识别引擎的语音模型：请在设置中下载一个，或解压到 {places}。</translation>
    </message>
    <message>
        <source>There is no {kind} “{name}” in {places}. Settings lists what is installed.</source>
        <translation>在 {places} 中找不到{kind}“{name}”；已安装的模型见“设置”中的“语言和模型”。</translation>
    </message>
    <message>
        <source>There is no {kind} “{name}”. Settings lists what is installed.</source>
        <translation>找不到{kind}“{name}”；已安装的模型见“设置”中的“语言和模型”。</translation>
    </message>
    <message>
        <source>The backend {backend} cannot run here: {reason}. Choose another in Settings.</source>
        <translation>运算后端 {backend} 无法在此运行：{reason}；请在“设置”的“高级”中改为自动选择。</translation>
    </message>
    <message>
        <source>The desktop refused {call}: {reason}.</source>
        <translation>桌面环境拒绝了 {call}：{reason}。</translation>
    </message>
    <message>
        <source>The history in {path} cannot be used: {reason}.</source>
        <translation>无法使用 {path} 中的历史记录：{reason}。</translation>
    </message>
    <message>
        <source>The microphone cannot be used: {reason}.</source>
        <translation>无法使用麦克风：{reason}。</translation>
    </message>
    <message>
        <source>The microphone was disconnected, so the session ended.</source>
        <translation>麦克风已断开，本次听写已结束。</translation>
    </message>
    <message>
        <source>The microphone “{device}” cannot be used: {reason}.</source>
        <translation>无法使用麦克风“{device}”：{reason}。</translation>
    </message>
    <message>
        <source>The microphone “{device}” was disconnected, so the session ended.</source>
        <translation>麦克风“{device}”已断开，本次听写已结束。</translation>
    </message>
    <message>
        <source>The model in {path} cannot be used: {reason}. Install it again.</source>
        <translation>无法使用 {path} 中的模型：{reason}；请重新安装。</translation>
    </message>
    <message>
        <source>The recogniser {recogniser} stopped: {reason}. Try again, or choose another in Settings.</source>
        <translation>识别引擎 {recogniser} 已停止：{reason}；请重试，或在“设置”中选择另一个。</translation>
    </message>
    <message>
        <source>a binary file, not text</source>
        <translation>是二进制文件，不是文本</translation>
    </message>
    <message>
        <source>the document has more than 200,000 paragraphs</source>
        <translation>文档超过 200,000 个段落</translation>
    </message>
    <message>
        <source>the document is larger than {size} MB</source>
        <translation>文档超过 {size} MB</translation>
    </message>
    <message>
        <source>the document is compressed in a way that no word processor uses</source>
        <translation>文档的压缩方式不是文字处理软件所用的</translation>
    </message>
    <message>
        <source>the document is too large when unpacked</source>
        <translation>文档解压缩后太大</translation>
    </message>
    <message>
        <source>it contains a file whose name cannot be read</source>
        <translation>其中有文件名无法读取</translation>
    </message>
    <message>
        <source>it contains a file that would land outside its folder</source>
        <translation>其中有文件指向文件夹之外</translation>
    </message>
    <message>
        <source>a file name points outside the folder</source>
        <translation>有文件名指向文件夹之外</translation>
    </message>
    <message>
        <source>a line that never ends</source>
        <translation>有一行没有结尾</translation>
    </message>
    <message>
        <source>it contains a link or a device</source>
        <translation>其中含有链接或设备文件</translation>
    </message>
    <message>
        <source>a name may have up to 64 letters, digits, dots, hyphens and underscores</source>
        <translation>名称只能由字母、数字、点、连字符和下划线组成，最多 64 个字符</translation>
    </message>
    <message>
        <source>it contains a name twice</source>
        <translation>其中有重复的文件名</translation>
    </message>
    <message>
        <source>it must be a number from {least} to {most}</source>
        <translation>需要 {least} 到 {most} 之间的数</translation>
    </message>
    <message>
        <source>a web page came instead; the network may want you to sign in first</source>
        <translation>收到的是网页；也许网络要求您先登录</translation>
    </message>
    <message>
        <source>an encrypted or old Word document; save it as .docx without a password</source>
        <translation>这是加密或旧版的 Word 文档；请另存为不带密码的 .docx</translation>
    </message>
    <message>
        <source>as you asked</source>
        <translation>按您的要求</translation>
    </message>
    <message>
        <source>it has bundle format {found}, and this Fermata reads {known}</source>
        <translation>模型包格式为 {found}，此处支持 {known}</translation>
    </message>
    <message>
        <source>Fermata cannot read catalogue format {format}</source>
        <translation>不支持目录格式 {format}</translation>
    </message>
    <message>
        <source>wrong encoder sizes: {detail}</source>
        <translation>编码器尺寸有误：{detail}</translation>
    </message>
    <message>
        <source>its encoding is unknown; save it as UTF-8</source>
        <translation>编码未知；请另存为 UTF-8</translation>
    </message>
    <message>
        <source>its inputs are {inputs}, not ids and attention</source>
        <translation>输入为 {inputs}，而不是 ids 和 attention</translation>
    </message>
    <message>
        <source>it cannot be read and was kept as {path}</source>
        <translation>无法读取，已另存为 {path}</translation>
    </message>
    <message>
        <source>it could not be processed ({detail})</source>
        <translation>无法处理（{detail}）</translation>
    </message>
    <message>
        <source>it does not seem to be in a language the model knows ({languages})</source>
        <translation>看起来不是模型的语言（{languages}）</translation>
    </message>
    <message>
        <source>it has comments and notes ({count})</source>
        <translation>其中有批注和脚注（{count} 个）</translation>
    </message>
    <message>
        <source>it has no {file}</source>
        <translation>其中没有 {file}</translation>
    </message>
    <message>
        <source>it contains too many files</source>
        <translation>其中文件过多</translation>
    </message>
    <message>
        <source>it contains too many files or headers</source>
        <translation>其中的文件或头部过多</translation>
    </message>
    <message>
        <source>it does better on your texts it has not seen, and worse on none</source>
        <translation>它在未见过的那部分您的文章上表现更好，其他方面也没有变差</translation>
    </message>
    <message>
        <source>it is closed</source>
        <translation>已关闭</translation>
    </message>
    <message>
        <source>it is empty</source>
        <translation>内容为空</translation>
    </message>
    <message>
        <source>it is encrypted</source>
        <translation>已加密</translation>
    </message>
    <message>
        <source>it is incomplete or was altered</source>
        <translation>不完整或已被改动</translation>
    </message>
    <message>
        <source>it is no longer there</source>
        <translation>该内容已被移除</translation>
    </message>
    <message>
        <source>it is not a zip archive, or its end is missing</source>
        <translation>不是 zip 压缩包，或结尾缺失</translation>
    </message>
    <message>
        <source>it is not a file</source>
        <translation>它不是文件</translation>
    </message>
    <message>
        <source>it is not in Fermata&apos;s own folder, so it stays</source>
        <translation>它不在 Fermata 自己的文件夹中，因此保留</translation>
    </message>
    <message>
        <source>it is compressed in a way that Fermata cannot read</source>
        <translation>使用了不支持的压缩方式</translation>
    </message>
    <message>
        <source>it is too large for a model</source>
        <translation>对模型来说过大</translation>
    </message>
    <message>
        <source>it is already among the other texts</source>
        <translation>其他文本中已包含它</translation>
    </message>
    <message>
        <source>it was cancelled</source>
        <translation>已取消</translation>
    </message>
    <message>
        <source>not installed, and training needs it: {way}</source>
        <translation>尚未安装，而训练需要它：{way}</translation>
    </message>
    <message>
        <source>this cue ends before it begins; other formats get an estimated end</source>
        <translation>这条字幕的结束时间早于开始时间；转成其他格式时会用估计的结束时间</translation>
    </message>
    <message>
        <source>torch is not installed: {way}</source>
        <translation>未安装 torch：{way}</translation>
    </message>
    <message>
        <source>it could not be cancelled in time</source>
        <translation>未能及时取消</translation>
    </message>
    <message>
        <source>another Fermata is using it</source>
        <translation>另一个 Fermata 正在使用它</translation>
    </message>
    <message>
        <source>it belongs to someone else, or others can look into it</source>
        <translation>它属于其他用户，或其他用户可以查看</translation>
    </message>
    <message>
        <source>XML data</source>
        <translation>XML 数据</translation>
    </message>
    <message>
        <source>It could not be loaded; its files may be damaged.</source>
        <translation>无法加载；其文件可能已损坏。</translation>
    </message>
    <message>
        <source>a PDF document; save its text as .docx or .txt</source>
        <translation>PDF 文档；请将其文字另存为 .docx 或 .txt</translation>
    </message>
    <message>
        <source>an old Word document; save its text as .docx or .txt</source>
        <translation>旧版 Word 文档；请将其文字另存为 .docx 或 .txt</translation>
    </message>
    <message>
        <source>a compressed file; if it is a Word document, its name must end in .docx</source>
        <translation>压缩文件，Word 文档也是如此；Word 文档的名称以 .docx 结尾</translation>
    </message>
    <message>
        <source>a phrase has one to {count} words</source>
        <translation>一个说法有一到 {count} 个词</translation>
    </message>
    <message>
        <source>a phrase is missing</source>
        <translation>缺少说法</translation>
    </message>
    <message>
        <source>a table</source>
        <translation>表格</translation>
    </message>
    <message>
        <source>a table, but not Whisper&apos;s, with start, end and text</source>
        <translation>这是表格，但不是 Whisper 写的那种含开始、结束与文字的表格</translation>
    </message>
    <message>
        <source>a text differs from the words beside it and is left alone</source>
        <translation>与旁边的词语不同的文字保持原样</translation>
    </message>
    <message>
        <source>the web page is larger than 32 MB</source>
        <translation>网页超过 32 MB</translation>
    </message>
    <message>
        <source>an RTF document</source>
        <translation>RTF 文档</translation>
    </message>
    <message>
        <source>it is a pipe or a device, not a file</source>
        <translation>它是管道或设备，不是文件</translation>
    </message>
    <message>
        <source>it is {kind}</source>
        <translation>这是{kind}</translation>
    </message>
    <message>
        <source>it looks like {kind}; {help}</source>
        <translation>这看起来是{kind}；{help}</translation>
    </message>
    <message>
        <source>it was written by a newer version of Fermata</source>
        <translation>它由更新版本的 Fermata 写入</translation>
    </message>
    <message>
        <source>its certificate is not trusted ({detail})</source>
        <translation>证书不受信任（{detail}）</translation>
    </message>
    <message>
        <source>its files overlap</source>
        <translation>其中的文件互相重叠</translation>
    </message>
    <message>
        <source>its folders are nested too deeply</source>
        <translation>文件夹层级过深</translation>
    </message>
    <message>
        <source>its headers are too long</source>
        <translation>其头部信息过长</translation>
    </message>
    <message>
        <source>its labels are not Fermata&apos;s</source>
        <translation>其标签与本程序不符</translation>
    </message>
    <message>
        <source>its process ended (exit code {code})</source>
        <translation>其进程已结束（退出代码 {code}）</translation>
    </message>
    <message>
        <source>its process ended (exit code {code}) {said}</source>
        <translation>其进程已结束（退出代码 {code}）{said}</translation>
    </message>
    <message>
        <source>some cells of its tables have fewer than six words ({count})</source>
        <translation>表格中有不到六个词的单元格（{count} 个）</translation>
    </message>
    <message>
        <source>malformed JSON</source>
        <translation>JSON 格式错误</translation>
    </message>
    <message>
        <source>malformed JSON: {detail}</source>
        <translation>JSON 格式有误：{detail}</translation>
    </message>
    <message>
        <source>model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>models of kind {kind} run with ONNX only</source>
        <translation>{kind} 类模型只能用 ONNX 运行</translation>
    </message>
    <message>
        <source>the server sends more than it announced</source>
        <translation>收到的数据多于声明的大小</translation>
    </message>
    <message>
        <source>more than 64 million characters of JSON</source>
        <translation>JSON 超过 6400 万个字符</translation>
    </message>
    <message>
        <source>more than two million JSON values</source>
        <translation>超过两百万个值的 JSON</translation>
    </message>
    <message>
        <source>no answer for {seconds} s</source>
        <translation>{seconds} 秒没有响应</translation>
    </message>
    <message>
        <source>no connection ({reason})</source>
        <translation>无法连接（{reason}）</translation>
    </message>
    <message>
        <source>no cue whose times can be read</source>
        <translation>没有可读取时间的字幕</translation>
    </message>
    <message>
        <source>not an oTranscribe file</source>
        <translation>不是 oTranscribe 的文件</translation>
    </message>
    <message>
        <source>cannot create a private folder there</source>
        <translation>那里无法建立他人看不到的文件夹</translation>
    </message>
    <message>
        <source>cannot create a lock</source>
        <translation>无法创建锁</translation>
    </message>
    <message>
        <source>out of memory</source>
        <translation>内存不足</translation>
    </message>
    <message>
        <source>no microphone has this name or number</source>
        <translation>没有此名称或编号的麦克风</translation>
    </message>
    <message>
        <source>no microphone was found</source>
        <translation>未检测到麦克风</translation>
    </message>
    <message>
        <source>there is no model in it</source>
        <translation>其中没有模型</translation>
    </message>
    <message>
        <source>no other model was active before it</source>
        <translation>此前没有使用过其他模型</translation>
    </message>
    <message>
        <source>there is no sound in it</source>
        <translation>其中没有声音</translation>
    </message>
    <message>
        <source>no such file</source>
        <translation>文件不存在</translation>
    </message>
    <message>
        <source>no texts were given</source>
        <translation>没有提供文本</translation>
    </message>
    <message>
        <source>there are no words in it</source>
        <translation>其中没有词语</translation>
    </message>
    <message>
        <source>no words were heard in it</source>
        <translation>其中没有听到任何词语</translation>
    </message>
    <message>
        <source>nobody answered</source>
        <translation>没有响应</translation>
    </message>
    <message>
        <source>none of the {number} texts can be used: {reason}</source>
        <translation>{number} 份文本均无法使用：{reason}</translation>
    </message>
    <message>
        <source>not JSON: {detail}</source>
        <translation>不是 JSON：{detail}</translation>
    </message>
    <message>
        <source>not UTF-8</source>
        <translation>不是 UTF-8 编码</translation>
    </message>
    <message>
        <source>not readable XML</source>
        <translation>不是可以读取的 XML</translation>
    </message>
    <message>
        <source>not a Word document</source>
        <translation>不是 Word 文档</translation>
    </message>
    <message>
        <source>not a readable Word document</source>
        <translation>不是可读取的 Word 文档</translation>
    </message>
    <message>
        <source>ONNX Runtime cannot load the network</source>
        <translation>不是 ONNX Runtime 可加载的网络</translation>
    </message>
    <message>
        <source>not a sound or video file, or damaged from the start</source>
        <translation>不是音频或视频文件，或文件开头已损坏</translation>
    </message>
    <message>
        <source>not a tokenizer ({detail})</source>
        <translation>不是分词器（{detail}）</translation>
    </message>
    <message>
        <source>not an OpenDocument text</source>
        <translation>不是 OpenDocument 文本文档</translation>
    </message>
    <message>
        <source>not a readable OpenDocument text</source>
        <translation>不是可以读取的 OpenDocument 文本文档</translation>
    </message>
    <message>
        <source>not {encoding}, though its first bytes say so</source>
        <translation>不是文件开头所声明的 {encoding} 编码</translation>
    </message>
    <message>
        <source>not readable timed text (TTML)</source>
        <translation>不是可以读取的 Timed Text（TTML）</translation>
    </message>
    <message>
        <source>nothing in it can be decoded</source>
        <translation>内容无法解码</translation>
    </message>
    <message>
        <source>there is nothing at this address</source>
        <translation>该地址没有内容</translation>
    </message>
    <message>
        <source>it must be one of {values}</source>
        <translation>需要 {values} 之一</translation>
    </message>
    <message>
        <source>only http and https addresses are allowed</source>
        <translation>仅支持 http 和 https 地址</translation>
    </message>
    <message>
        <source>only {percent} % of its words are in punctuated sentences, so there is nothing to learn from it</source>
        <translation>只有 {percent}% 的词语位于带标点的句子中，因此没有可学习的内容</translation>
    </message>
    <message>
        <source>opencc, which converts Chinese, is not installed</source>
        <translation>尚未安装用于中文简繁转换的 opencc</translation>
    </message>
    <message>
        <source>parts of it are damaged and were left out</source>
        <translation>部分内容已损坏，已略过</translation>
    </message>
    <message>
        <source>punctuation model</source>
        <translation>标点模型</translation>
    </message>
    <message>
        <source>refused</source>
        <translation>被拒绝</translation>
    </message>
    <message>
        <source>save it as .srt or .vtt</source>
        <translation>请另存为 .srt 或 .vtt</translation>
    </message>
    <message>
        <source>save its text as .docx or .txt</source>
        <translation>请将其文字另存为 .docx 或 .txt</translation>
    </message>
    <message>
        <source>save the column that holds the text as .txt</source>
        <translation>请将含有文字的列另存为 .txt</translation>
    </message>
    <message>
        <source>sherpa-onnx cannot be loaded: {detail}</source>
        <translation>无法加载 sherpa-onnx：{detail}</translation>
    </message>
    <message>
        <source>speech model</source>
        <translation>语音模型</translation>
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
        <translation>字幕文件超过 32 MB</translation>
    </message>
    <message>
        <source>text outside any cue</source>
        <translation>有文本不属于任何字幕</translation>
    </message>
    <message>
        <source>the PortAudio library is missing (Debian and Ubuntu: apt install libportaudio2)</source>
        <translation>缺少 PortAudio 库（Debian 和 Ubuntu：apt install libportaudio2）</translation>
    </message>
    <message>
        <source>the catalogue cannot be read: {detail}</source>
        <translation>无法读取模型目录：{detail}</translation>
    </message>
    <message>
        <source>the connection was cut</source>
        <translation>连接中断</translation>
    </message>
    <message>
        <source>the file is empty</source>
        <translation>文件为空</translation>
    </message>
    <message>
        <source>the float weights do not fit</source>
        <translation>浮点权重不匹配</translation>
    </message>
    <message>
        <source>it comes with the full application, another download</source>
        <translation>另一个下载项“完整版应用程序”包含它</translation>
    </message>
    <message>
        <source>it does no better on your texts it has not seen</source>
        <translation>它在未见过的那部分您的文章上没有表现得更好</translation>
    </message>
    <message>
        <source>The name “{name}” belongs to a model that comes with Fermata. Import this one as “{free_name}”.</source>
        <translation>模型“{name}”随 Fermata 提供，其他模型不能使用这个名称：请以“{free_name}”导入这个模型。</translation>
    </message>
    <message>
        <source>A model called “{name}” is already installed in {folder}. Remove it first, or import this one as “{free_name}”.</source>
        <translation>{folder} 中已安装模型“{name}”：请先将它移除，或以“{free_name}”导入这个模型。</translation>
    </message>
    <message>
        <source>reading it needs the program ffmpeg, which is not installed: {way}</source>
        <translation>没有 ffmpeg 程序，Fermata 无法读取它，而 ffmpeg 尚未安装：{way}</translation>
    </message>
    <message>
        <source>Parts of {name} do not sound like English and are left out.</source>
        <translation>{name} 有部分听起来不是英语，已略去。</translation>
    </message>
    <message>
        <source>Parts of {name} sound like {language} and are left out.</source>
        <translation>{name} 有部分听起来是{language}，已略去。</translation>
    </message>
    <message>
        <source>Speakers cannot be told apart: {reason}</source>
        <translation>未能区分说话者：{reason}</translation>
    </message>
    <message>
        <source>The header of {name} says {stated} s of sound, but there is more in the file. All of it was read.</source>
        <translation>{name} 的文件头写的是 {stated} 秒声音，但文件里更多：已全部读取。</translation>
    </message>
    <message>
        <source>The history was damaged, and there is no copy of it. It was set aside as {kept}, and a new one was started.</source>
        <translation>历史记录已损坏，而且没有副本：损坏的文件已移至 {kept}，并已新建历史记录。</translation>
    </message>
    <message>
        <source>The history was damaged. It was set aside as {kept}, and the copy of {time} was restored. Anything added since then is missing.</source>
        <translation>历史记录已损坏：损坏的文件已移至 {kept}，并已恢复 {time} 的副本；此后新增的内容已丢失。</translation>
    </message>
    <message>
        <source>The model could not be downloaded: {reason}. What has arrived is kept: try again to carry on from there, or import the model from a USB stick. Its address is {url}.</source>
        <translation>无法下载模型：{reason}。已收到的部分会保留：再试一次即可继续，也可以从优盘导入模型。模型位于 {url} 。</translation>
    </message>
    <message>
        <source>The model could not be downloaded: {reason}. You can also import it from a USB stick. Its address is {url}.</source>
        <translation>无法下载模型：{reason}。也可以从优盘导入。模型位于 {url} 。</translation>
    </message>
    <message>
        <source>XTEST is missing</source>
        <translation>缺少 XTEST 扩展</translation>
    </message>
    <message>
        <source>another program has moved, removed or replaced it</source>
        <translation>其他程序移动、删除或替换了它</translation>
    </message>
    <message>
        <source>it was made for use only and cannot be trained</source>
        <translation>它仅供使用，无法学习</translation>
    </message>
    <message>
        <source>training failed at step {step} of {steps}; other texts may work better</source>
        <translation>在第 {step} 步（共 {steps} 步）时学习失常；换用其他文章或许更好</translation>
    </message>
    <message>
        <source>unpacked, it would take {size} MB</source>
        <translation>解压缩后将达到 {size} MB</translation>
    </message>
    <message>
        <source>its index is missing: it was cut off, or never finished</source>
        <translation>缺少索引：文件被截断，或从未写完</translation>
    </message>
    <message>
        <source>its punctuation is worse on other people&apos;s texts</source>
        <translation>它在他人的文章上，标点变差了</translation>
    </message>
    <message>
        <source>its punctuation is worse on your texts it has not seen</source>
        <translation>它在未见过的那部分您的文章上，标点变差了</translation>
    </message>
    <message>
        <source>its networks and tokens do not match</source>
        <translation>其网络与词元互不相符</translation>
    </message>
    <message>
        <source>its publisher has since replaced this archive</source>
        <translation>发布者此后已更换此压缩包</translation>
    </message>
    <message>
        <source>its sentence ends are worse on other people&apos;s texts</source>
        <translation>它在他人的文章上，断句变差了</translation>
    </message>
    <message>
        <source>its sentence ends are worse on your texts it has not seen</source>
        <translation>它在未见过的那部分您的文章上，断句变差了</translation>
    </message>
    <message>
        <source>the microphone was disconnected</source>
        <translation>麦克风已断开</translation>
    </message>
    <message>
        <source>the model {name} has no float weights</source>
        <translation>模型 {name} 不含浮点权重</translation>
    </message>
    <message>
        <source>the network does not fit its tokenizer ({detail})</source>
        <translation>网络与其分词器不匹配（{detail}）</translation>
    </message>
    <message>
        <source>the network wants you to sign in first</source>
        <translation>网络要求您先登录</translation>
    </message>
    <message>
        <source>the process that read it ended (exit code {code})</source>
        <translation>读取它的进程已结束（退出代码 {code}）</translation>
    </message>
    <message>
        <source>the proxy asks for a password</source>
        <translation>代理服务器要求密码</translation>
    </message>
    <message>
        <source>the proxy refuses it</source>
        <translation>代理服务器拒绝了请求</translation>
    </message>
    <message>
        <source>the server sent a different part from the one asked for</source>
        <translation>服务器返回的部分与请求不符</translation>
    </message>
    <message>
        <source>the server asks for a password</source>
        <translation>服务器要求密码</translation>
    </message>
    <message>
        <source>the server does not answer</source>
        <translation>服务器没有响应</translation>
    </message>
    <message>
        <source>the server has a different file: {found} bytes instead of {expected}</source>
        <translation>服务器上的文件不同：{found} 字节，应为 {expected} 字节</translation>
    </message>
    <message>
        <source>the server is getting too many requests</source>
        <translation>请求过于频繁</translation>
    </message>
    <message>
        <source>the server is busy</source>
        <translation>服务器繁忙</translation>
    </message>
    <message>
        <source>the server is not working</source>
        <translation>服务器出现故障</translation>
    </message>
    <message>
        <source>the server cannot carry on from there</source>
        <translation>服务器无法从断点继续</translation>
    </message>
    <message>
        <source>the server compresses it in a way that was not asked for</source>
        <translation>服务器使用了未请求的压缩方式</translation>
    </message>
    <message>
        <source>the server refuses it</source>
        <translation>服务器拒绝了请求</translation>
    </message>
    <message>
        <source>the server redirects in circles</source>
        <translation>服务器重定向形成循环</translation>
    </message>
    <message>
        <source>the server redirects to an unsafe address, {address}</source>
        <translation>服务器重定向到不安全的地址 {address}</translation>
    </message>
    <message>
        <source>the system does not say which microphones there are</source>
        <translation>系统没有告知有哪些麦克风</translation>
    </message>
    <message>
        <source>the texts have {words} words to learn from; at least {least} are needed, and 10,000 work well</source>
        <translation>文本中有 {words} 个可供学习的词语；至少需要 {least} 个，10,000 个以上效果较好</translation>
    </message>
    <message>
        <source>the texts have {words} words; the limit is {most}</source>
        <translation>文本中有 {words} 个词语；最多 {most} 个</translation>
    </message>
    <message>
        <source>the times of this cue cannot be read</source>
        <translation>无法读取这条字幕的时间</translation>
    </message>
    <message>
        <source>the tokenizer has neither [CLS] … [SEP] nor &lt;s&gt; … &lt;/s&gt;</source>
        <translation>分词器既没有 [CLS] … [SEP]，也没有 &lt;s&gt; … &lt;/s&gt;</translation>
    </message>
    <message>
        <source>the training process ended unexpectedly, with status {status}</source>
        <translation>训练进程意外结束，状态码 {status}</translation>
    </message>
    <message>
        <source>there are no words in it to learn from</source>
        <translation>其中没有可供学习的词语</translation>
    </message>
    <message>
        <source>there is already a model with this name; choose another</source>
        <translation>已有同名模型；请换一个名称</translation>
    </message>
    <message>
        <source>there is no action “{name}”</source>
        <translation>没有“{name}”这个动作</translation>
    </message>
    <message>
        <source>there is no session {number}</source>
        <translation>没有编号为 {number} 的听写</translation>
    </message>
    <message>
        <source>there is no sound track {number}: it has only one</source>
        <translation>没有第 {number} 条音轨：只有一条</translation>
    </message>
    <message>
        <source>there is no sound track {number}: it has {count}</source>
        <translation>没有第 {number} 条音轨：共有 {count} 条</translation>
    </message>
    <message>
        <source>there is no such setting</source>
        <translation>没有此设置</translation>
    </message>
    <message>
        <source>this is not an address</source>
        <translation>不是有效的地址</translation>
    </message>
    <message>
        <source>this is not “phrase = action”</source>
        <translation>这不是“说法 = 动作”</translation>
    </message>
    <message>
        <source>this is not “written = spoken | spoken”</source>
        <translation>这不是“写法 = 说法 | 说法”的形式</translation>
    </message>
    <message>
        <source>this phrase needs “*” for the old words, and for the new ones at its end</source>
        <translation>这个说法要用“*”代表旧词，并在末尾用“*”代表新词</translation>
    </message>
    <message>
        <source>this phrase needs “*” for the words it goes around</source>
        <translation>这个说法需要用“*”表示它所包围的词语</translation>
    </message>
    <message>
        <source>what arrived is not what was published ({kind} differs)</source>
        <translation>下载的内容与发布的不一致（{kind} 不符）</translation>
    </message>
    <message>
        <source>words and text differ, so the words are left alone</source>
        <translation>词语与文本不一致；词语保持不变</translation>
    </message>
    <message>
        <source>{bytes} bytes is too much for a model</source>
        <translation>{bytes} 字节对模型来说过大</translation>
    </message>
    <message>
        <source>{count} characters in a cue of {seconds} seconds</source>
        <translation>一条 {seconds} 秒的字幕里有 {count} 个字符</translation>
    </message>
    <message>
        <source>{file} cannot be read</source>
        <translation>无法读取 {file}</translation>
    </message>
    <message>
        <source>{file} cannot be read: {detail}</source>
        <translation>无法读取 {file}：{detail}</translation>
    </message>
    <message>
        <source>{file} does not say its vocabulary&apos;s size</source>
        <translation>{file} 没有注明词表大小</translation>
    </message>
    <message>
        <source>{file} does not tell voices apart</source>
        <translation>{file} 不能区分嗓音</translation>
    </message>
    <message>
        <source>{file} does not tell where voices change</source>
        <translation>{file} 不能判断嗓音在哪里变换</translation>
    </message>
    <message>
        <source>{file} has no checksum</source>
        <translation>{file} 没有校验和</translation>
    </message>
    <message>
        <source>{file} has no token for silence</source>
        <translation>{file} 没有表示静音的词元</translation>
    </message>
    <message>
        <source>{file} has no token {token}</source>
        <translation>{file} 没有词元 {token}</translation>
    </message>
    <message>
        <source>{file} has {tokens} tokens, but {network} has {vocabulary}</source>
        <translation>{file} 有 {tokens} 个词元，而 {network} 有 {vocabulary} 个</translation>
    </message>
    <message>
        <source>{file} is missing</source>
        <translation>缺少 {file}</translation>
    </message>
    <message>
        <source>{file} is missing or empty</source>
        <translation>{file} 缺失或为空</translation>
    </message>
    <message>
        <source>{file} is not an ONNX file, or is cut short</source>
        <translation>{file} 不是 ONNX 文件，或不完整</translation>
    </message>
    <message>
        <source>{file} is not a list of numbered tokens</source>
        <translation>{file} 不是带编号的词元表</translation>
    </message>
    <message>
        <source>{file} belongs to no model that Fermata knows</source>
        <translation>{file} 不属于这里已知的任何模型</translation>
    </message>
    <message>
        <source>{detail} is missing from {file}, or wrong</source>
        <translation>{file} 缺少或损坏了 {detail}</translation>
    </message>
    <message>
        <source>{file} names a file outside the folder</source>
        <translation>{file} 指向文件夹以外的文件</translation>
    </message>
    <message>
        <source>{file} was altered</source>
        <translation>{file} 已被改动</translation>
    </message>
    <message>
        <source>{file} was altered or is incomplete</source>
        <translation>{file} 已被改动或不完整</translation>
    </message>
    <message>
        <source>There is not enough room in {folder}: {needed} is needed, {free} is free. Delete something.</source>
        <translation>{folder} 空间不足：需要 {needed}，仅剩 {free}；请清理一些文件。</translation>
    </message>
    <message>
        <source>{format} is not one of {formats}</source>
        <translation>{format} 不在支持的格式之列（{formats}）</translation>
    </message>
    <message>
        <source>{format} needs times, and this text has none</source>
        <translation>{format} 格式需要时间信息，而此文本没有</translation>
    </message>
    <message>
        <source>{names} or {last}</source>
        <translation>{names}或{last}</translation>
    </message>
    <message>
        <source>{name} does not sound like English, and no installed speech model writes another language, so nothing was written. Download or import one that does in Settings.</source>
        <translation>{name} 听起来不是英语，而已安装的语音模型都不会书写其他语言，因此什么都没有写。请在设置里下载或导入会的模型。</translation>
    </message>
    <message>
        <source>{name} has {count} sound tracks ({tracks}). Number {number} is used.</source>
        <translation>{name} 有 {count} 条音轨（{tracks}）；读取的是第 {number} 条。</translation>
    </message>
    <message>
        <source>{name} is read as {encoding}; the result is UTF-8.</source>
        <translation>{name} 按 {encoding} 编码读取；结果为 UTF-8。</translation>
    </message>
    <message>
        <source>{name} looks like {language}, but the model knows only {languages}, so nothing was changed. If you have its recording, download the speech model {model} in Settings: it writes this language with punctuation.</source>
        <translation>{name} 看起来是{language}；模型只懂{languages}，因此没有改动任何内容。如果您有它的录音，请在设置中下载语音模型 {model}：它写这种语言时带标点。</translation>
    </message>
    <message>
        <source>{name} looks like {language}, but the model knows only {languages}, so nothing was changed. Import a model that knows it in Settings.</source>
        <translation>{name} 看起来是{language}；模型只懂{languages}，因此没有改动任何内容。请在设置中导入懂这种语言的模型。</translation>
    </message>
    <message>
        <source>{name} looks like {language}, but the model knows only {languages}, so nothing was changed. “Try again” uses the model {model}, which knows it.</source>
        <translation>{name} 看起来是{language}；模型只懂{languages}，因此没有改动任何内容。若要改用懂这种语言的模型 {model}，请点“重试”。</translation>
    </message>
    <message>
        <source>{name} looks like {language}, but the model knows only {languages}, so nothing was changed. Transcribe its recording instead: the speech model {model}, which is installed, writes this language with punctuation.</source>
        <translation>{name} 看起来是{language}；模型只懂{languages}，因此没有改动任何内容。请改为转写它的录音：已安装的语音模型 {model} 写这种语言时带标点。</translation>
    </message>
    <message>
        <source>{name} looks like {language}, but the model knows only {languages}.</source>
        <translation>{name} 看起来是{language}，而模型只懂{languages}。</translation>
    </message>
    <message>
        <source>{name} sounds like {language}, which no installed speech model writes, so nothing was written. Download or import one that does in Settings.</source>
        <translation>{name} 听起来是{language}，已安装的语音模型都不会书写这种语言，因此什么都没有写。请在设置里下载或导入会的模型。</translation>
    </message>
    <message>
        <source>{name} sounds like {language}.</source>
        <translation>{name} 听起来是{language}。</translation>
    </message>
    <message>
        <source>{name} was not installed: {reason}. Get it again from its publisher.</source>
        <translation>{name} 未安装：{reason}；请从发布者处重新获取。</translation>
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
        <translation>{number}：{language}，“{title}”</translation>
    </message>
    <message>
        <source>{number}: “{title}”</source>
        <translation>{number}：“{title}”</translation>
    </message>
    <message>
        <source>{one}, {next}</source>
        <translation>{one}、{next}</translation>
    </message>
    <message>
        <source>{path} cannot be transcribed: {reason}.</source>
        <translation>无法转写 {path}：{reason}。</translation>
    </message>
    <message>
        <source>{path} cannot be written: {reason}</source>
        <translation>无法写入 {path}：{reason}</translation>
    </message>
    <message>
        <source>{path} is a device or a pipe, not a file</source>
        <translation>{path} 是设备或管道，不是文件</translation>
    </message>
    <message>
        <source>{path} is a folder</source>
        <translation>{path} 是文件夹</translation>
    </message>
    <message>
        <source>{path} is the source file, which is never overwritten</source>
        <translation>{path} 是源文件，不会被覆盖</translation>
    </message>
    <message>
        <source>{path}: {reason}. Try again.</source>
        <translation>{path}：{reason}；请重试。</translation>
    </message>
    <message>
        <source>{percent} % of {name} looks like {languages}, which the model does not know. That part stays as it is.</source>
        <translation>{name} 约有 {percent} % 看起来是{languages}，模型不懂这种语言；这些部分保持原样。</translation>
    </message>
    <message>
        <source>{place}: {reason}.</source>
        <translation>{place}：{reason}。</translation>
    </message>
    <message>
        <source>{rate} samples a second is too few for sound</source>
        <translation>每秒只有 {rate} 个采样，构不成声音</translation>
    </message>
    <message>
        <source>{rate} samples a second is too many for sound</source>
        <translation>每秒 {rate} 个采样对声音来说太多了</translation>
    </message>
    <message>
        <source>{reason} (the server said {status})</source>
        <translation>{reason}（服务器返回 {status}）</translation>
    </message>
    <message>
        <source>{reason}.</source>
        <translation>{reason}。</translation>
    </message>
    <message>
        <source>{sentence} It stays as it is.</source>
        <translation>{sentence}该处保持原样。</translation>
    </message>
    <message>
        <source>Fermata cannot write {suffix}; the name should end in {suffixes}</source>
        <translation>无法写成 {suffix}；名称应以 {suffixes} 结尾</translation>
    </message>
    <message>
        <source>Fermata cannot read {suffix} files; {help}</source>
        <translation>无法读取 {suffix} 文件；{help}</translation>
    </message>
    <message>
        <source>it must be {value}</source>
        <translation>需要{value}</translation>
    </message>
    <message>
        <source>“*” is only for words to replace</source>
        <translation>“*”只能代表要替换的词</translation>
    </message>
    <message>
        <source>“{form}” must have one to {count} words</source>
        <translation>“{form}”不是一到 {count} 个词</translation>
    </message>
    <message>
        <source>“{form}” is written “{written}” in line {line}; the later line counts</source>
        <translation>“{form}”在第 {line} 行写作“{written}”；以后面的一行为准</translation>
    </message>
    <message>
        <source>“{name}” needs a sign</source>
        <translation>“{name}”后面要有一个符号</translation>
    </message>
    <message>
        <source>“{name}” needs two signs, one for each side</source>
        <translation>“{name}”需要两个符号，左右各一个</translation>
    </message>
    <message>
        <source>“{name}” takes no sign</source>
        <translation>“{name}”后面不能有符号</translation>
    </message>
    <message>
        <source>“{phrase}” already does something else</source>
        <translation>“{phrase}”已有其他作用</translation>
    </message>
</context>
<context>
    <name>MicrophoneBox</name>
    <message>
        <source>Microphone</source>
        <translation>麦克风</translation>
    </message>
    <message>
        <source>System microphone</source>
        <translation>系统麦克风</translation>
    </message>
    <message>
        <source>%1 (not found)</source>
        <translation>%1（未找到）</translation>
    </message>
</context>
<context>
    <name>MicrophonePage</name>
    <message>
        <source>Microphone</source>
        <translation>麦克风</translation>
    </message>
    <message>
        <source>test level meter</source>
        <translation>测试 音量 电平</translation>
    </message>
</context>
<context>
    <name>MicrophoneStep</name>
    <message>
        <source>Choose a microphone and see whether it is heard. Nothing is recorded here.</source>
        <translation>请选择麦克风，看看声音是否收得到。这里不会录音。</translation>
    </message>
    <message>
        <source>Microphone</source>
        <translation>麦克风</translation>
    </message>
</context>
<context>
    <name>MicrophoneTestView</name>
    <message>
        <source>Test</source>
        <translation>测试</translation>
    </message>
    <message>
        <source>Test the microphone</source>
        <translation>测试麦克风</translation>
    </message>
    <message>
        <source>Your voice should peak between the two marks.</source>
        <translation>说话音量应在两条刻度之间。</translation>
    </message>
    <message>
        <source>Opening the microphone…</source>
        <translation>正在打开麦克风…</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Listening. Say something.</source>
        <translation>正在聆听，请说点什么。</translation>
    </message>
    <message>
        <source>Too loud: turn the microphone down, or move further away.</source>
        <translation>声音过大：请调低麦克风音量，或离远一些。</translation>
    </message>
    <message>
        <source>Your voice comes through well.</source>
        <translation>听得很清楚。</translation>
    </message>
    <message>
        <source>Nothing was heard.</source>
        <translation>没有听到声音。</translation>
    </message>
    <message>
        <source>The microphone works.</source>
        <translation>麦克风工作正常。</translation>
    </message>
</context>
<context>
    <name>ModelChoices</name>
    <message>
        <source>%1 is ready and takes over at your next pause.</source>
        <translation>“%1”已就绪，从下一次停顿起由它识别。</translation>
    </message>
    <message>
        <source>%1 is ready for the next dictation.</source>
        <translation>“%1”已就绪，下一次听写由它识别。</translation>
    </message>
</context>
<context>
    <name>ModelRow</name>
    <message>
        <source>Download of %1</source>
        <translation>正在下载 %1</translation>
    </message>
    <message>
        <source>Details</source>
        <translation>详细信息</translation>
    </message>
    <message>
        <source>Resume</source>
        <translation>继续下载</translation>
    </message>
    <message>
        <source>Download</source>
        <translation>下载</translation>
    </message>
    <message>
        <source>Discard</source>
        <translation>放弃</translation>
    </message>
    <message>
        <source>%1 of %2 downloaded.</source>
        <translation>已下载 %1，共 %2。</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Waiting…</source>
        <translation>等待中…</translation>
    </message>
    <message>
        <source>Checking the download…</source>
        <translation>正在确认下载内容未被改动…</translation>
    </message>
    <message>
        <source>Unpacking…</source>
        <translation>正在解压…</translation>
    </message>
    <message>
        <source>Delete this model permanently? This frees %1.</source>
        <translation>永久删除此模型？将释放 %1。</translation>
    </message>
    <message>
        <source>In use</source>
        <translation>使用中</translation>
    </message>
    <message>
        <source>Recommended</source>
        <translation>推荐</translation>
    </message>
    <message>
        <source>Damaged</source>
        <translation>已损坏</translation>
    </message>
    <message>
        <source>comes with Fermata</source>
        <translation>随 Fermata 提供</translation>
    </message>
    <message>
        <source>yours</source>
        <translation>您安装的</translation>
    </message>
    <message>
        <source>elsewhere on this computer</source>
        <translation>位于这台电脑的其他位置</translation>
    </message>
    <message>
        <source>%1 languages</source>
        <translation>%1 种语言</translation>
    </message>
    <message>
        <source>%1 of memory</source>
        <translation>占用内存 %1</translation>
    </message>
    <message>
        <source>for a graphics card</source>
        <translation>适合有显卡的电脑</translation>
    </message>
    <message>
        <source>punctuates by itself</source>
        <translation>自行加标点</translation>
    </message>
    <message>
        <source>%1 % of words wrong (%2)</source>
        <translation>词错误率 %1%（%2）</translation>
    </message>
    <message>
        <source>F1 %1 % on %2</source>
        <translation>%2：F1 %1%</translation>
    </message>
    <message>
        <source>trained on texts licensed %1</source>
        <translation>所用文字资料的许可：%1</translation>
    </message>
    <message>
        <source>%1: free, even for work</source>
        <translation>%1：免费，工作也可使用</translation>
    </message>
    <message>
        <source>%1: not for commercial use</source>
        <translation>%1：不得用于营利</translation>
    </message>
    <message>
        <source>no known checksum</source>
        <translation>没有已知的校验和</translation>
    </message>
    <message>
        <source>checked by SHA-256</source>
        <translation>SHA-256 校验</translation>
    </message>
    <message>
        <source>checked by MD5 only</source>
        <translation>仅 MD5 校验</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>暂停</translation>
    </message>
    <message>
        <source>Use</source>
        <translation>使用</translation>
    </message>
    <message>
        <source>Download again</source>
        <translation>重新下载</translation>
    </message>
    <message>
        <source>Verify</source>
        <translation>校验</translation>
    </message>
    <message>
        <source>Remove…</source>
        <translation>移除…</translation>
    </message>
    <message>
        <source>Delete permanently</source>
        <translation>永久删除</translation>
    </message>
    <message>
        <source>Keep</source>
        <translation>保留</translation>
    </message>
    <message>
        <source>All files are intact.</source>
        <translation>所有文件均完好无损。</translation>
    </message>
    <message>
        <source>Nothing is missing. There is no checksum to tell whether files were altered.</source>
        <translation>没有缺少任何文件；无法得知文件是否曾被改动。</translation>
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
        <translation>更多识别引擎可在设置中按语言查找。</translation>
    </message>
    <message>
        <source>English works at once with the small recogniser that comes with Fermata. It mishears about one word in ten.</source>
        <translation>英语可以立即使用：Fermata 自带一个小型识别引擎，大约每十个词会听错一个。</translation>
    </message>
    <message>
        <source>No internet? Download it with Fermata on another computer, then copy its folder from “speech-models” in Fermata&apos;s data folder and import it here.</source>
        <translation>没有网络时：在另一台电脑上用 Fermata 下载，把 Fermata 数据里 speech-models 中该模型的文件夹复制到优盘，再在这里导入该文件夹。</translation>
    </message>
    <message>
        <source>Recommended for %2. A one-time download of %1 in the background; you can carry on meanwhile. Fermata uses the network for nothing else.</source>
        <translation>这一个是%2的推荐引擎。只需下载一次（%1），下载在后台进行，期间可以继续使用。Fermata 只有这时才会用到网络。</translation>
    </message>
    <message>
        <source>The recogniser for %1 is still downloading. Until then, only English is recognised.</source>
        <translation>%1的识别引擎仍在下载。下载完成之前只听得懂英语。</translation>
    </message>
    <message>
        <source>No recogniser for %1 is installed yet. Download or import one; until then only English is recognised.</source>
        <translation>这里还没有%1的识别引擎：请下载或导入一个。在此之前只听得懂英语。</translation>
    </message>
    <message>
        <source>A good recogniser is already here: %1. You can dictate at once.</source>
        <translation>已有良好的识别引擎：%1。可以立即开始听写。</translation>
    </message>
    <message>
        <source>Measuring this computer&apos;s speed…</source>
        <translation>正在测试这台电脑的速度…</translation>
    </message>
    <message>
        <source>This computer keeps up with it.</source>
        <translation>这台电脑跟得上这个模型。</translation>
    </message>
    <message>
        <source>It may be too slow for this computer.</source>
        <translation>这个模型对这台电脑来说可能太慢。</translation>
    </message>
</context>
<context>
    <name>ModelsPage</name>
    <message>
        <source>Languages &amp; models</source>
        <translation>语言和模型</translation>
    </message>
    <message>
        <source>Languages shown</source>
        <translation>显示的语言</translation>
    </message>
    <message>
        <source>All languages</source>
        <translation>所有语言</translation>
    </message>
    <message>
        <source>import language</source>
        <translation>导入 语言</translation>
    </message>
    <message>
        <source>Languages you speak</source>
        <translation>您说的语言</translation>
    </message>
    <message>
        <source>One or several. Fermata recognises which of them you are speaking.</source>
        <translation>这里的识别器会书写的任何语言，可选一种或几种；听到的内容决定是其中哪一种。</translation>
    </message>
    <message>
        <source>Recognisers: speech to words</source>
        <translation>识别引擎：从声音到词语</translation>
    </message>
    <message>
        <source>Punctuation models: from words to sentences</source>
        <translation>标点模型：从词语到句子</translation>
    </message>
    <message>
        <source>More recognisers to download</source>
        <translation>更多可下载的识别引擎</translation>
    </message>
    <message>
        <source>Looking for models…</source>
        <translation>正在查找模型…</translation>
    </message>
    <message>
        <source>Import it as “%1”</source>
        <translation>以“%1”导入</translation>
    </message>
    <message>
        <source>%1 is installed.</source>
        <translation>%1 已安装。</translation>
    </message>
    <message>
        <source>%1 is installed. The current dictation switches to it at your next pause.</source>
        <translation>已安装“%1”。进行中的听写从下一次停顿起使用此处标为使用中的模型。</translation>
    </message>
    <message>
        <source>The current dictation switches to it at your next pause.</source>
        <translation>进行中的听写也会从下一次停顿起使用它。</translation>
    </message>
</context>
<context>
    <name>Navigation</name>
    <message>
        <source>Parts of the window</source>
        <translation>窗口各部分</translation>
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
        <translation>关闭通知</translation>
    </message>
    <message>
        <source>The models are still loading. What you say is kept and appears in a moment.</source>
        <translation>模型仍在加载；您说的话会保留，稍后显示。</translation>
    </message>
    <message>
        <source>No sound. Is the microphone muted, or the wrong one selected?</source>
        <translation>没有听到声音。麦克风是否已静音，或应选用另一个？</translation>
    </message>
    <message>
        <source>There is sound, but no words are recognised.</source>
        <translation>有声音，但没有识别出词语。</translation>
    </message>
    <message>
        <source>The recogniser stopped and is restarting. Nothing is lost.</source>
        <translation>识别器意外退出，正在重新启动；不会丢失内容。</translation>
    </message>
    <message>
        <source>No recogniser works. Recording continues, and the words follow once one does.</source>
        <translation>没有可用的识别器：录音继续，有了识别器文字就会出现。</translation>
    </message>
    <message>
        <source>The microphone is disconnected, so nothing you say now is heard. Dictation resumes by itself when one is connected.</source>
        <translation>麦克风已断开：现在说的话听不到。一有麦克风，听写会自动继续。</translation>
    </message>
    <message>
        <source>The disk is full. What you say is kept in memory; free some space.</source>
        <translation>磁盘无法再写入声音：您说的内容保存在内存中。请腾出一些空间。</translation>
    </message>
    <message>
        <source>Recognition is %1 behind. Nothing is lost.</source>
        <translation>识别落后了 %1；没有丢失任何内容。</translation>
    </message>
</context>
<context>
    <name>OldSessionsQuestion</name>
    <message numerus="yes">
        <source>%Ln sessions are older than you want to keep them, by this computer&apos;s clock. Delete them permanently?</source>
        <translation>
            <numerusform>按这台电脑的时钟，%Ln 次听写已超过您设定的保留时间。要永久删除吗？</numerusform>
        </translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>删除</translation>
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
        <translation>把“%1”加入我的词汇</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
    <message>
        <source>“%1” is one of your words now.</source>
        <translation>“%1”已加入您的词汇。</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>重试</translation>
    </message>
</context>
<context>
    <name>Pill</name>
    <message>
        <source>Elapsed time</source>
        <translation>已用时间</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Stops recording; words already spoken still appear. F5</source>
        <translation>停止听写；已说出的字词仍会全部显示。F5</translation>
    </message>
    <message>
        <source>Dictation</source>
        <translation>听写</translation>
    </message>
    <message>
        <source>Words will follow</source>
        <translation>文字稍后出现</translation>
    </message>
    <message>
        <source>Words are late</source>
        <translation>文字延迟出现</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>暂停</translation>
    </message>
    <message>
        <source>Resume</source>
        <translation>继续</translation>
    </message>
    <message>
        <source>No microphone</source>
        <translation>没有麦克风</translation>
    </message>
    <message>
        <source>Nothing is heard</source>
        <translation>听不到声音</translation>
    </message>
    <message>
        <source>The disk is full</source>
        <translation>磁盘已满</translation>
    </message>
    <message>
        <source>Record or stop</source>
        <translation>开始或停止听写</translation>
    </message>
    <message>
        <source>Pause or resume</source>
        <translation>暂停或继续</translation>
    </message>
</context>
<context>
    <name>PillWordCount</name>
    <message numerus="yes">
        <source>%Ln words</source>
        <translation>
            <numerusform>%Ln 词</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>PlanBar</name>
    <message>
        <source>Existing punctuation:</source>
        <translation>已有的标点：</translation>
    </message>
    <message>
        <source>Start</source>
        <translation>开始</translation>
    </message>
    <message>
        <source>Start all</source>
        <translation>全部开始</translation>
    </message>
    <message>
        <source>Punctuate the chosen files</source>
        <translation>为选中的文件加标点</translation>
    </message>
    <message>
        <source>Punctuate all waiting files (Ctrl+Return)</source>
        <translation>为所有等待中的文件加标点（Ctrl+Return）</translation>
    </message>
</context>
<context>
    <name>Playback</name>
    <message>
        <source>This text has no recording.</source>
        <translation>此文本中没有在这里听写的内容。</translation>
    </message>
    <message>
        <source>“%1” is no longer there.</source>
        <translation>找不到“%1”了。</translation>
    </message>
    <message>
        <source>Keep recordings…</source>
        <translation>保留录音…</translation>
    </message>
    <message>
        <source>This recording was not kept.</source>
        <translation>这段录音没有保留。</translation>
    </message>
</context>
<context>
    <name>PlayerBar</name>
    <message>
        <source>Back %1 seconds</source>
        <translation>后退 %1 秒</translation>
    </message>
    <message>
        <source>Position in the recording</source>
        <translation>录音中的位置</translation>
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
        <translation>开始和停止听写</translation>
    </message>
    <message>
        <source>Dictate while held down</source>
        <translation>按住时听写</translation>
    </message>
    <message>
        <source>Discard the dictation</source>
        <translation>舍弃听写</translation>
    </message>
</context>
<context>
    <name>PrivacyPage</name>
    <message>
        <source>Privacy</source>
        <translation>隐私</translation>
    </message>
    <message>
        <source>Nothing you say or write leaves this computer. Fermata uses the network for one thing only: a model that you download yourself.</source>
        <translation>您说的和写的内容都不会离开这台电脑。Fermata 只在您自行下载模型时使用网络。</translation>
    </message>
</context>
<context>
    <name>Problem</name>
    <message>
        <source>Fermata cannot reach other applications here.</source>
        <translation>这里没有其他应用程序。</translation>
    </message>
    <message>
        <source>Fermata cannot use this system&apos;s keyboard.</source>
        <translation>Fermata 无法使用这个系统的键盘。</translation>
    </message>
    <message>
        <source>Allow Fermata under Privacy &amp; Security → Accessibility, then start it again.</source>
        <translation>请在“隐私与安全性”→“辅助功能”中允许 Fermata，然后重新启动它。</translation>
    </message>
    <message>
        <source>This desktop does not let applications listen for global keys. Bind a key to “fermata --toggle” in the desktop&apos;s settings.</source>
        <translation>此桌面环境不允许应用程序监听按键。请在桌面设置中将一个按键绑定到“fermata --toggle”。</translation>
    </message>
    <message>
        <source>The desktop refused. Allow it in the desktop&apos;s settings, or try again.</source>
        <translation>桌面环境拒绝了请求。请在桌面设置中允许，或重试。</translation>
    </message>
    <message>
        <source>Another program already uses this shortcut. Choose another one.</source>
        <translation>其他程序已在使用这些按键。请选择别的按键。</translation>
    </message>
    <message>
        <source>This shortcut cannot be used globally.</source>
        <translation>无法监听这些按键。</translation>
    </message>
    <message>
        <source>These keys are needed for typing. Add Ctrl, Alt or Meta.</source>
        <translation>这些按键用于输入文字：请加上 Ctrl、Alt 或 Meta。</translation>
    </message>
    <message>
        <source>This desktop does not let applications type into others. What you say is on the clipboard, ready to paste.</source>
        <translation>此桌面环境不允许应用程序向其他程序写入：您说的内容已放入剪贴板，可直接粘贴。</translation>
    </message>
    <message>
        <source>Fermata writes nothing into password fields: what you said is here.</source>
        <translation>Fermata 不向密码框写入任何内容：您说的话在这里。</translation>
    </message>
    <message>
        <source>No text field was selected in the application in front: what you said is here.</source>
        <translation>前台应用程序没有选中文本框：您说的话在这里。</translation>
    </message>
    <message>
        <source>No application was in front: what you said is here.</source>
        <translation>前台没有应用程序：您说的话在这里。</translation>
    </message>
    <message>
        <source>The screen was locked: what you said is here.</source>
        <translation>屏幕已锁定：您说的话在这里。</translation>
    </message>
    <message>
        <source>Password field</source>
        <translation>密码框</translation>
    </message>
    <message>
        <source>No text field</source>
        <translation>没有文本框</translation>
    </message>
    <message>
        <source>Screen locked</source>
        <translation>屏幕已锁定</translation>
    </message>
    <message>
        <source>On the clipboard</source>
        <translation>已放到剪贴板</translation>
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
        <translation>缩小文字</translation>
    </message>
    <message>
        <source>Normal text size</source>
        <translation>文字恢复原本大小</translation>
    </message>
</context>
<context>
    <name>RecognisedPane</name>
    <message>
        <source>As recognised</source>
        <translation>识别原文</translation>
    </message>
    <message>
        <source>Recognised words</source>
        <translation>识别出的词语</translation>
    </message>
    <message>
        <source>Written sentence</source>
        <translation>写成的句子</translation>
    </message>
    <message>
        <source>Recognised</source>
        <translation>识别结果</translation>
    </message>
    <message>
        <source>Written</source>
        <translation>写成文字</translation>
    </message>
    <message>
        <source>Place the cursor in a dictated sentence.</source>
        <translation>请将光标放到听写的句子中。</translation>
    </message>
    <message>
        <source>%1 % sure</source>
        <translation>置信度 %1%</translation>
    </message>
</context>
<context>
    <name>RecognisingAgain</name>
    <message>
        <source>Nothing on this page is in the history.</source>
        <translation>此页没有任何内容在历史记录中。</translation>
    </message>
    <message>
        <source>It is already being recognised again.</source>
        <translation>已在重新识别。</translation>
    </message>
    <message>
        <source>Accept or reject the new text first.</source>
        <translation>请先接受或拒绝新的文字。</translation>
    </message>
    <message>
        <source>Its recording was not kept.</source>
        <translation>未保留录音。</translation>
    </message>
    <message>
        <source>It was typed.</source>
        <translation>这是键入的文字。</translation>
    </message>
    <message>
        <source>It came from a transcript, which has no recording.</source>
        <translation>它来自文字稿，没有声音。</translation>
    </message>
    <message>
        <source>“%1” is being recognised again: %2 %</source>
        <translation>正在重新识别“%1”：%2 %</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>This session was recognised again with %1. Nothing has changed yet.</source>
        <translation>此会话已用“%1”重新识别；尚未更改任何内容。</translation>
    </message>
    <message>
        <source>Its recording is missing: %1</source>
        <translation>录音已不在原处：%1</translation>
    </message>
    <message>
        <source>Show the differences</source>
        <translation>显示不同之处</translation>
    </message>
    <message>
        <source>Discard</source>
        <translation>舍弃</translation>
    </message>
    <message>
        <source>Stop recording first.</source>
        <translation>请先停止听写。</translation>
    </message>
    <message>
        <source>%1 recognised exactly the same words.</source>
        <translation>“%1”的识别结果相同：没有不同之处。</translation>
    </message>
    <message>
        <source>This is the new text. Nothing is changed until you accept it.</source>
        <translation>这是新的文字。在您接受之前不会更改任何内容。</translation>
    </message>
    <message>
        <source>New text accepted. Undo restores the old one.</source>
        <translation>已采用新的文字。“撤销”可找回先前的文字。</translation>
    </message>
    <message>
        <source>New text accepted, because you continued in it. Undo restores the old one.</source>
        <translation>您在新的文字中继续编写，因此已采用。“撤销”可找回先前的文字。</translation>
    </message>
    <message>
        <source>Old text kept. Undo shows the new one.</source>
        <translation>文字已恢复原状。“撤销”可再显示新的文字。</translation>
    </message>
</context>
<context>
    <name>RecordButton</name>
    <message>
        <source>Stops recording; words already spoken still appear. F5</source>
        <translation>停止；已经说出的每个词仍会写出来。F5</translation>
    </message>
    <message>
        <source>Record</source>
        <translation>开始听写</translation>
    </message>
    <message>
        <source>Starts dictation. F5</source>
        <translation>开始听写。F5</translation>
    </message>
    <message>
        <source>Starting…</source>
        <translation>正在启动…</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Finishing…</source>
        <translation>正在收尾…</translation>
    </message>
    <message>
        <source>The last words are being recognised; the microphone is closed.</source>
        <translation>正在识别最后的词语；麦克风已关闭。</translation>
    </message>
</context>
<context>
    <name>RecoveryController</name>
    <message>
        <source>Your last dictation was interrupted. Its text and audio are safe.</source>
        <translation>上次听写未正常结束；其文字和声音都已保留。</translation>
    </message>
    <message>
        <source>Restore</source>
        <translation>恢复</translation>
    </message>
    <message>
        <source>Leave in the history</source>
        <translation>留在历史记录中</translation>
    </message>
    <message>
        <source>Recognising your last words again: %1 %</source>
        <translation>正在重新识别最后说的内容：%1 %</translation>
    </message>
    <message>
        <source>Later</source>
        <translation>以后再说</translation>
    </message>
    <message>
        <source>You will be asked again at the next start.</source>
        <translation>下次启动时会再次提供。</translation>
    </message>
    <message>
        <source>The session could not be restored. It is offered again at the next start.</source>
        <translation>无法恢复该会话；下次启动时会再次询问。</translation>
    </message>
</context>
<context>
    <name>RetypePopup</name>
    <message>
        <source>Doubtful word</source>
        <translation>存疑词语</translation>
    </message>
    <message>
        <source>What was said</source>
        <translation>所说的内容</translation>
    </message>
    <message>
        <source>Play again</source>
        <translation>再播放一次</translation>
    </message>
    <message>
        <source>Replace</source>
        <translation>替换</translation>
    </message>
    <message>
        <source>Accept and go to the next word (Return)</source>
        <translation>采用并跳到下一个词语（Return）</translation>
    </message>
    <message>
        <source>The word is right; stop marking it (Alt+L). Escape closes this</source>
        <translation>这个词语没有错，不再标记（Alt+L）。按 Esc 结束</translation>
    </message>
    <message>
        <source>Looking for other readings…</source>
        <translation>正在寻找其他听法…</translation>
    </message>
    <message>
        <source>back to the first</source>
        <translation>又从头开始</translation>
    </message>
    <message>
        <source>Replace it with “%1”</source>
        <translation>换成“%1”</translation>
    </message>
    <message>
        <source>Other readings: %1</source>
        <translation>其他听法：%1</translation>
    </message>
    <message>
        <source>Leave it</source>
        <translation>保留原样</translation>
    </message>
    <message>
        <source>%1 % sure</source>
        <translation>置信度 %1%</translation>
    </message>
    <message>
        <source>Recognised as “%1”</source>
        <translation>识别为“%1”</translation>
    </message>
</context>
<context>
    <name>SavingNotices</name>
    <message>
        <source>Your words are kept in memory and saved as soon as possible.</source>
        <translation>您的文字保留在内存中，一旦可以就会保存。</translation>
    </message>
    <message>
        <source>The recording cannot be kept, but your words can.</source>
        <translation>声音无法保留，但文字可以。</translation>
    </message>
    <message>
        <source>Everything said and typed since the start is kept in another place and offered at the next start.</source>
        <translation>启动以来所说和所输入的内容会存放在别处，并在下次启动时提供。</translation>
    </message>
    <message>
        <source>Choose a microphone</source>
        <translation>选择麦克风</translation>
    </message>
    <message>
        <source>The history cannot be saved yet. If you close now, unsaved text is kept in another place and offered at the next start.</source>
        <translation>目前还无法写入历史记录。关闭时尚未写入的内容会保存在别处，并在下次启动时提供。</translation>
    </message>
    <message>
        <source>Save somewhere else…</source>
        <translation>保存到其他位置…</translation>
    </message>
    <message>
        <source>Close anyway</source>
        <translation>仍然关闭</translation>
    </message>
    <message>
        <source>Everything is saved again.</source>
        <translation>现在一切都已保存。</translation>
    </message>
</context>
<context>
    <name>Settings</name>
    <message>
        <source>Language of the window</source>
        <translation>界面语言</translation>
    </message>
    <message>
        <source>Takes effect after a restart. The language you dictate in is set under Languages &amp; models.</source>
        <translation>更改在下次启动时生效。听写语言由所用模型决定，与此无关。</translation>
    </message>
    <message>
        <source>Appearance</source>
        <translation>外观</translation>
    </message>
    <message>
        <source>Same as the system</source>
        <translation>跟随系统</translation>
    </message>
    <message>
        <source>Colours</source>
        <translation>配色</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>浅色</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>深色</translation>
    </message>
    <message>
        <source>Show an icon in the system tray</source>
        <translation>在系统托盘中显示图标</translation>
    </message>
    <message>
        <source>Tray</source>
        <translation>系统托盘</translation>
    </message>
    <message>
        <source>Closing the window leaves Fermata in the tray</source>
        <translation>关闭窗口后 Fermata 留在托盘中</translation>
    </message>
    <message>
        <source>A running dictation continues.</source>
        <translation>正在进行的听写会继续。</translation>
    </message>
    <message>
        <source>Show a small window over other applications while dictating</source>
        <translation>听写时在其他应用程序之上显示小窗口</translation>
    </message>
    <message>
        <source>Shows that the microphone is on, with buttons to pause and stop.</source>
        <translation>显示麦克风正在使用，并可暂停或停止。</translation>
    </message>
    <message>
        <source>Over other applications</source>
        <translation>在其他应用程序之上</translation>
    </message>
    <message>
        <source>… with the last words</source>
        <translation>……并显示最近的字词</translation>
    </message>
    <message>
        <source>Anyone who sees your screen can read them.</source>
        <translation>能看到您屏幕的人都能读到。</translation>
    </message>
    <message>
        <source>Start and stop dictation</source>
        <translation>开始和停止听写</translation>
    </message>
    <message>
        <source>If your desktop does not allow this, bind a key to “fermata --toggle”.</source>
        <translation>若桌面环境不允许全局快捷键，请将一个按键绑定到“fermata --toggle”。</translation>
    </message>
    <message>
        <source>Keys that work in every application</source>
        <translation>全局快捷键</translation>
    </message>
    <message>
        <source>Dictate while held down</source>
        <translation>按住时听写</translation>
    </message>
    <message>
        <source>Empty: off.</source>
        <translation>留空：关闭。</translation>
    </message>
    <message>
        <source>When the microphone is disconnected</source>
        <translation>麦克风断开时</translation>
    </message>
    <message>
        <source>When something is wrong</source>
        <translation>出现问题时</translation>
    </message>
    <message>
        <source>Switch to another one</source>
        <translation>换用其他麦克风继续</translation>
    </message>
    <message>
        <source>Wait for it to return</source>
        <translation>等待原来的麦克风</translation>
    </message>
    <message>
        <source>Warn me when nothing is heard for</source>
        <translation>多久没有声音时提醒</translation>
    </message>
    <message>
        <source>s</source>
        <translation>秒</translation>
    </message>
    <message>
        <source>Show words that may still change</source>
        <translation>显示可能还会改变的词语</translation>
    </message>
    <message>
        <source>Off: only finished sentences appear.</source>
        <translation>关闭时：只显示已完成的句子。</translation>
    </message>
    <message>
        <source>While you speak</source>
        <translation>说话时</translation>
    </message>
    <message>
        <source>Show new words every</source>
        <translation>显示新字词的间隔</translation>
    </message>
    <message>
        <source>A shorter interval looks livelier but uses more processor time.</source>
        <translation>间隔越短越即时，处理器也越忙。</translation>
    </message>
    <message>
        <source>seconds</source>
        <translation>秒</translation>
    </message>
    <message>
        <source>Follow the dictation</source>
        <translation>随语音滚动</translation>
    </message>
    <message>
        <source>Stops by itself when you scroll up, until you scroll back down.</source>
        <translation>向上滚动时自动停止，滚回底部后恢复。</translation>
    </message>
    <message>
        <source>Punctuation comes from</source>
        <translation>标点由谁决定</translation>
    </message>
    <message>
        <source>Some recognisers write punctuation of their own, often at every pause.</source>
        <translation>有些识别引擎会自己标点，往往每逢停顿就标。</translation>
    </message>
    <message>
        <source>Fermata, with the recogniser&apos;s as a hint</source>
        <translation>Fermata，并参考识别引擎的标点</translation>
    </message>
    <message>
        <source>Fermata alone</source>
        <translation>只由 Fermata</translation>
    </message>
    <message>
        <source>The recogniser, if it writes any</source>
        <translation>识别引擎（若它自己标点）</translation>
    </message>
    <message>
        <source>Leave out</source>
        <translation>省去</translation>
    </message>
    <message>
        <source>In dictations and recordings. “As recognised” still shows every word.</source>
        <translation>用于听写和录音。“识别原文”里仍有每个词。</translation>
    </message>
    <message>
        <source>Nothing</source>
        <translation>不省去</translation>
    </message>
    <message>
        <source>Fillers: um, uh, 呃</source>
        <translation>填充词：呃、嗯</translation>
    </message>
    <message>
        <source>Fillers and words said twice</source>
        <translation>填充词和重复的词</translation>
    </message>
    <message>
        <source>Write numbers, dates, times and measures in figures</source>
        <translation>用阿拉伯数字写数目、日期、时间和度量</translation>
    </message>
    <message>
        <source>If it is not certain that a number is meant, the words stay.</source>
        <translation>不能确定说的是数字时，保留原来的字。</translation>
    </message>
    <message>
        <source>Numbers</source>
        <translation>数字</translation>
    </message>
    <message>
        <source>Numbers below ten</source>
        <translation>十以下的数</translation>
    </message>
    <message>
        <source>With a unit, figures are always used: 9 mg.</source>
        <translation>带单位时总是写成数字：9 毫克。</translation>
    </message>
    <message>
        <source>nine people</source>
        <translation>九个人</translation>
    </message>
    <message>
        <source>9 people</source>
        <translation>9 个人</translation>
    </message>
    <message>
        <source>Times of day</source>
        <translation>钟点</translation>
    </message>
    <message>
        <source>3 pm, 3:30 pm</source>
        <translation>下午3点、下午3点半</translation>
    </message>
    <message>
        <source>15:00, 15:30</source>
        <translation>15:00、15:30</translation>
    </message>
    <message>
        <source>Underline words that were hard to hear</source>
        <translation>为没有听清的词语加下划线</translation>
    </message>
    <message>
        <source>F8 goes from one to the next.</source>
        <translation>按 F8 逐个查看。</translation>
    </message>
    <message>
        <source>Doubtful words</source>
        <translation>存疑词语</translation>
    </message>
    <message>
        <source>Underline words less certain than</source>
        <translation>把握低于此值时加下划线</translation>
    </message>
    <message>
        <source>0 % underlines nothing, 100 % almost everything.</source>
        <translation>0% 全不加下划线，100% 几乎全部加下划线。</translation>
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
        <translation>只改变字形，不改变用词；文件也这样写。</translation>
    </message>
    <message>
        <source>Chinese text</source>
        <translation>中文文本</translation>
    </message>
    <message>
        <source>Same as the system, or as first heard</source>
        <translation>依系统，或依最先听到的</translation>
    </message>
    <message>
        <source>Simplified</source>
        <translation>简体</translation>
    </message>
    <message>
        <source>Traditional (Hong Kong)</source>
        <translation>繁体（香港）</translation>
    </message>
    <message>
        <source>Traditional (Taiwan)</source>
        <translation>繁体（台湾）</translation>
    </message>
    <message>
        <source>Spaces between Chinese and Latin words</source>
        <translation>中文与拉丁字母单词之间的空格</translation>
    </message>
    <message>
        <source>In dictations and recordings; transcripts keep their spaces.</source>
        <translation>用于听写和转写的内容；已有的文字稿保留原来的空格。</translation>
    </message>
    <message>
        <source>Same as the source</source>
        <translation>与源文件相同</translation>
    </message>
    <message>
        <source>Document text</source>
        <translation>文档文字</translation>
    </message>
    <message>
        <source>Vision</source>
        <translation>视觉</translation>
    </message>
    <message>
        <source>Punctuation and capitals</source>
        <translation>标点与大小写</translation>
    </message>
    <message>
        <source>The publisher’s</source>
        <translation>发布者的服务器</translation>
    </message>
    <message>
        <source>Always</source>
        <translation>始终</translation>
    </message>
    <message>
        <source>Play a soft sound when dictation starts and stops</source>
        <translation>听写开始和停止时播放轻柔的提示音</translation>
    </message>
    <message>
        <source>Only when you start it from another application.</source>
        <translation>仅在您从其他应用程序开始听写时。</translation>
    </message>
    <message>
        <source>Unless a screen reader is running</source>
        <translation>除非正在使用屏幕阅读器</translation>
    </message>
    <message>
        <source>Never</source>
        <translation>从不</translation>
    </message>
    <message>
        <source>Discard the dictation</source>
        <translation>舍弃听写</translation>
    </message>
    <message>
        <source>Sentences already sent to another application stay there. Empty: off.</source>
        <translation>已经发送到其他应用程序的句子会留在那里。留空：关闭。</translation>
    </message>
    <message>
        <source>Sound from other applications</source>
        <translation>其他应用程序的声音</translation>
    </message>
    <message>
        <source>While the microphone is on. Afterwards it is as before, unless you changed it yourself.</source>
        <translation>在麦克风开启期间。之后恢复原样，除非您自己改动过。</translation>
    </message>
    <message>
        <source>Leave it alone</source>
        <translation>不变</translation>
    </message>
    <message>
        <source>Turn it down</source>
        <translation>调低音量</translation>
    </message>
    <message>
        <source>Pause players</source>
        <translation>暂停播放器</translation>
    </message>
    <message>
        <source>Underline spelling mistakes</source>
        <translation>标出拼写错误</translation>
    </message>
    <message>
        <source>In languages for which this system has a dictionary. It needs enchant, which most Linux desktops have.</source>
        <translation>限于本系统有词典的语言。需要 enchant，大多数 Linux 桌面都有。</translation>
    </message>
    <message>
        <source>Spelling</source>
        <translation>拼写</translation>
    </message>
    <message>
        <source>As is usual in the language</source>
        <translation>按语言习惯</translation>
    </message>
    <message>
        <source>Marks</source>
        <translation>标点</translation>
    </message>
    <message>
        <source>Full-width “，。？！”, half-width “, . ? !”.</source>
        <translation>全角为“，。？！”，半角为“, . ? !”。</translation>
    </message>
    <message>
        <source>Full-width in Chinese only</source>
        <translation>仅中文用全角</translation>
    </message>
    <message>
        <source>Always full-width</source>
        <translation>总是全角</translation>
    </message>
    <message>
        <source>Always half-width</source>
        <translation>总是半角</translation>
    </message>
    <message>
        <source>Send finished sentences to the application in front</source>
        <translation>将已完成的句子发送到前台应用程序</translation>
    </message>
    <message>
        <source>Other applications</source>
        <translation>其他应用程序</translation>
    </message>
    <message>
        <source>No</source>
        <translation>否</translation>
    </message>
    <message>
        <source>Paste them in</source>
        <translation>粘贴</translation>
    </message>
    <message>
        <source>Type them</source>
        <translation>模拟键入</translation>
    </message>
    <message>
        <source>Restore the clipboard after pasting</source>
        <translation>粘贴后恢复原剪贴板内容</translation>
    </message>
    <message>
        <source>Fit sentences to the text around the cursor</source>
        <translation>让句子与光标前后的文本衔接</translation>
    </message>
    <message>
        <source>Fermata reads a few words on either side and keeps none of them. It recognises password fields in the same way, and writes nothing into them.</source>
        <translation>Fermata 会读取光标前后的少量文字，但不会保留。密码框也以此识别，并且什么也不写入。</translation>
    </message>
    <message>
        <source>Follow</source>
        <translation>执行</translation>
    </message>
    <message>
        <source>“Comma”, “new paragraph”; between two pauses “scratch that”, “stop listening”.</source>
        <translation>“逗号”、“新段落”；两次停顿之间说“删掉刚才那句”、“停止听写”。</translation>
    </message>
    <message>
        <source>All</source>
        <translation>全部</translation>
    </message>
    <message>
        <source>Punctuation and line breaks only</source>
        <translation>只有标点和换行</translation>
    </message>
    <message>
        <source>Everything except punctuation and line breaks</source>
        <translation>除标点和换行外的全部</translation>
    </message>
    <message>
        <source>None</source>
        <translation>不执行</translation>
    </message>
    <message>
        <source>Format</source>
        <translation>格式</translation>
    </message>
    <message>
        <source>Recordings have no text format of their own; their text is saved as txt.</source>
        <translation>录音没有自己的文本格式，将存为 txt。</translation>
    </message>
    <message>
        <source>Results</source>
        <translation>结果</translation>
    </message>
    <message>
        <source>Folder</source>
        <translation>文件夹</translation>
    </message>
    <message>
        <source>Your files are never overwritten.</source>
        <translation>您的文件绝不会被覆盖。</translation>
    </message>
    <message>
        <source>Next to the source file</source>
        <translation>与源文件相同的文件夹</translation>
    </message>
    <message>
        <source>Times in the text</source>
        <translation>文中的时间</translation>
    </message>
    <message>
        <source>When you save or copy a recording or a dictation as text. Subtitles always have times.</source>
        <translation>把录音或听写保存或复制为文字时。字幕总是带有时间。</translation>
    </message>
    <message>
        <source>Each paragraph</source>
        <translation>每段</translation>
    </message>
    <message>
        <source>Each speaker’s turn</source>
        <translation>换人说话时</translation>
    </message>
    <message>
        <source>Every 30 seconds</source>
        <translation>每 30 秒</translation>
    </message>
    <message>
        <source>Every minute</source>
        <translation>每分钟</translation>
    </message>
    <message>
        <source>Every 5 minutes</source>
        <translation>每 5 分钟</translation>
    </message>
    <message>
        <source>Highlight what was added</source>
        <translation>突出显示添加的内容</translation>
    </message>
    <message>
        <source>Punctuation and capitals that the source did not have.</source>
        <translation>源文件中没有的标点和大写字母。</translation>
    </message>
    <message>
        <source>Punctuation and capitals in transcripts</source>
        <translation>文字稿的标点和大小写</translation>
    </message>
    <message>
        <source>You can choose differently for each file before you start it.</source>
        <translation>每个文件开始前都可以另作选择。</translation>
    </message>
    <message>
        <source>Queue</source>
        <translation>队列</translation>
    </message>
    <message>
        <source>Repair it</source>
        <translation>修正</translation>
    </message>
    <message>
        <source>Redo it</source>
        <translation>重新设定</translation>
    </message>
    <message>
        <source>Only add to it</source>
        <translation>只补不改</translation>
    </message>
    <message>
        <source>Punctuate transcripts at once</source>
        <translation>立即为文字稿加标点</translation>
    </message>
    <message>
        <source>Otherwise you first see what was found in them. Recordings always start at once.</source>
        <translation>否则会先显示在其中找到了什么。录音总是立即开始。</translation>
    </message>
    <message>
        <source>Files processed at once</source>
        <translation>同时处理</translation>
    </message>
    <message>
        <source>More is faster where there are many processor cores.</source>
        <translation>处理器核心较多时，数值越大越快。</translation>
    </message>
    <message>
        <source>files</source>
        <translation>个文件</translation>
    </message>
    <message>
        <source>Use it when it is better</source>
        <translation>效果更好时启用</translation>
    </message>
    <message>
        <source>If it is better on some of your texts that it has not seen, and no worse on other people&apos;s. The old model is kept.</source>
        <translation>须在未见过的那部分您的文章上更好，在他人的文章上也不变差。旧模型会保留。</translation>
    </message>
    <message>
        <source>Train automatically after</source>
        <translation>自行训练，空闲</translation>
    </message>
    <message>
        <source>While nobody is dictating and the computer is not on battery, once enough corrections are approved. Stops as soon as you dictate.</source>
        <translation>无人听写、且未使用电池时，只要有足够的更正已获批准；一旦开始听写便立即结束。</translation>
    </message>
    <message>
        <source>minutes</source>
        <translation>分钟</translation>
    </message>
    <message>
        <source>never</source>
        <translation>从不</translation>
    </message>
    <message>
        <source>Keep what I dictate</source>
        <translation>保留听写内容</translation>
    </message>
    <message>
        <source>File results are kept too, and can be searched, reopened and deleted. If this is off, they are lost when you close Fermata.</source>
        <translation>每个文件的文字一完成也会保留；文件本身留在原处。全部都可以搜索、重新打开，也可以永久删除。关闭此项时，文件的文字在 Fermata 关闭后就没有了。</translation>
    </message>
    <message>
        <source>History</source>
        <translation>历史记录</translation>
    </message>
    <message>
        <source>Delete sessions after</source>
        <translation>自动删除早于此期限的听写记录</translation>
    </message>
    <message>
        <source>Older ones are deleted permanently when Fermata starts.</source>
        <translation>超过期限的记录会在 Fermata 启动时永久删除。</translation>
    </message>
    <message>
        <source>days</source>
        <translation>天</translation>
    </message>
    <message>
        <source>Keep the recording of a session</source>
        <translation>保留听写的录音</translation>
    </message>
    <message>
        <source>So that you can listen to a word again later. About 60 MB an hour.</source>
        <translation>之后可重听任何字词。每小时约 60 MB。</translation>
    </message>
    <message>
        <source>Sound</source>
        <translation>声音</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>字号</translation>
    </message>
    <message>
        <source>In the text: Ctrl and the mouse wheel, or Ctrl and + or −.</source>
        <translation>在文字旁：Ctrl 加滚轮，或 Ctrl 加 + 或 −。</translation>
    </message>
    <message>
        <source>pt</source>
        <translation>磅</translation>
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
        <translation>行宽</translation>
    </message>
    <message>
        <source>About this many letters per line. In the text: Ctrl, Shift and the mouse wheel.</source>
        <translation>一行大约容纳这么多个字母，汉字约为一半。Ctrl、Shift 加滚轮。</translation>
    </message>
    <message>
        <source>letters</source>
        <translation>个字母</translation>
    </message>
    <message>
        <source>Font</source>
        <translation>字体</translation>
    </message>
    <message>
        <source>Literata, Fermata’s own</source>
        <translation>Literata（Fermata 自带）</translation>
    </message>
    <message>
        <source>High contrast</source>
        <translation>高对比度</translation>
    </message>
    <message>
        <source>Black on white, or white on black, and stronger outlines.</source>
        <translation>白底黑字或黑底白字，并加重轮廓线。</translation>
    </message>
    <message>
        <source>No animations</source>
        <translation>关闭动画效果</translation>
    </message>
    <message>
        <source>Announce finished sentences, recording, notices and errors</source>
        <translation>朗读已完成的句子、录音状态、通知和错误</translation>
    </message>
    <message>
        <source>Words that may still change are never announced.</source>
        <translation>可能还会改变的词语不会朗读。</translation>
    </message>
    <message>
        <source>Screen readers</source>
        <translation>屏幕阅读器</translation>
    </message>
    <message>
        <source>Runs on</source>
        <translation>由什么计算</translation>
    </message>
    <message>
        <source>Fastest available</source>
        <translation>自动选择最佳</translation>
    </message>
    <message>
        <source>Processor</source>
        <translation>处理器</translation>
    </message>
    <message>
        <source>Graphics card</source>
        <translation>显卡</translation>
    </message>
    <message>
        <source>Processor cores</source>
        <translation>使用的处理器核心</translation>
    </message>
    <message>
        <source>Two are enough. More rarely help and leave less for the recogniser.</source>
        <translation>两个就够了；再多很少有帮助，还会占用识别引擎的资源。</translation>
    </message>
    <message>
        <source>cores</source>
        <translation>个核心</translation>
    </message>
    <message>
        <source>Longest open sentence</source>
        <translation>未完成句子的最大长度</translation>
    </message>
    <message>
        <source>A sentence longer than this is finished up to here.</source>
        <translation>句子更长时，到此为止的部分即视为定稿。</translation>
    </message>
    <message>
        <source>words</source>
        <translation>词</translation>
    </message>
    <message>
        <source>Unload models when idle for</source>
        <translation>空闲多久后卸载模型</translation>
    </message>
    <message>
        <source>Frees their memory. They are loaded again when you next dictate; nothing you say meanwhile is lost.</source>
        <translation>释放模型占用的内存。下次听写时会重新载入，其间您说的话不会丢失。</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>内存</translation>
    </message>
    <message>
        <source>Model server</source>
        <translation>模型服务器</translation>
    </message>
    <message>
        <source>A mirror with the same files, used instead of the publisher’s.</source>
        <translation>存放相同文件的镜像，用来代替发布者的服务器。</translation>
    </message>
    <message>
        <source>Downloads</source>
        <translation>下载</translation>
    </message>
    <message>
        <source>Write a log</source>
        <translation>写入日志</translation>
    </message>
    <message>
        <source>Counts and timings only, never what you said.</source>
        <translation>只记录数量和时间，绝不记录所说的内容。</translation>
    </message>
    <message>
        <source>Reports</source>
        <translation>日志</translation>
    </message>
</context>
<context>
    <name>SettingsPanel</name>
    <message>
        <source>Show all</source>
        <translation>全部显示</translation>
    </message>
    <message>
        <source>No setting matches.</source>
        <translation>没有匹配的设置。</translation>
    </message>
    <message>
        <source>Reset this page…</source>
        <translation>重置此页…</translation>
    </message>
    <message>
        <source>Reset everything on this page to its defaults?</source>
        <translation>要将此页的所有设置恢复为最初的样子吗？</translation>
    </message>
    <message>
        <source>Keep</source>
        <translation>保留</translation>
    </message>
    <message>
        <source>Reset</source>
        <translation>重置</translation>
    </message>
    <message>
        <source>Search settings</source>
        <translation>搜索设置</translation>
    </message>
    <message>
        <source>Settings pages</source>
        <translation>设置页面</translation>
    </message>
</context>
<context>
    <name>SlowRecogniser</name>
    <message>
        <source>The recogniser is too slow for this computer, so words appear late.</source>
        <translation>识别引擎对这台电脑来说太慢了：文字会较晚出现。</translation>
    </message>
    <message>
        <source>Use the smaller %1</source>
        <translation>改用较小的 %1</translation>
    </message>
</context>
<context>
    <name>SpeakersDialog</name>
    <message>
        <source>Speakers</source>
        <translation>说话者</translation>
    </message>
    <message>
        <source>The new names appear in the text and in everything you export.</source>
        <translation>新名称会用于文字以及所有导出的文件。</translation>
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
        <translation>%1 的新名称</translation>
    </message>
</context>
<context>
    <name>SpeechModelsMenu</name>
    <message>
        <source>Recognise again with</source>
        <translation>重新识别，使用</translation>
    </message>
    <message>
        <source>Keep recordings from now on…</source>
        <translation>从现在起保留录音…</translation>
    </message>
    <message>
        <source>More models…</source>
        <translation>更多模型…</translation>
    </message>
    <message numerus="yes">
        <source>%Ln languages</source>
        <translation>
            <numerusform>%Ln 种语言</numerusform>
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
        <translation>没有建议</translation>
    </message>
</context>
<context>
    <name>SpokenLanguage</name>
    <message>
        <source>This sounds like %1, which is not one of your languages, so it is left out.</source>
        <translation>这听起来是%1，您没有选择这种语言：已略去。</translation>
    </message>
    <message>
        <source>Write %1 too</source>
        <translation>也书写%1</translation>
    </message>
    <message>
        <source>This does not sound like English, the only language you have chosen.</source>
        <translation>这听起来不像英语，而您只选择了英语。</translation>
    </message>
    <message>
        <source>Choose languages</source>
        <translation>选择语言</translation>
    </message>
    <message>
        <source>This does not sound like English, and no installed recogniser writes another language, so nothing is written.</source>
        <translation>这听起来不像英语，而已安装的识别器都不会书写其他语言：没有写下任何内容。</translation>
    </message>
    <message>
        <source>Open models</source>
        <translation>查看模型</translation>
    </message>
    <message>
        <source>This sounds like %1, which the chosen language model does not know.</source>
        <translation>听起来像%1，而所选的语言模型不懂这种语言。</translation>
    </message>
    <message>
        <source>You can import a model that knows it.</source>
        <translation>可以导入懂这种语言的模型。</translation>
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
        <translation>您说的语言</translation>
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
        <translation>正在启动</translation>
    </message>
    <message>
        <source>Listening</source>
        <translation>正在聆听</translation>
    </message>
    <message>
        <source>Asleep</source>
        <translation>休眠</translation>
    </message>
    <message>
        <source>Paused</source>
        <translation>已暂停</translation>
    </message>
    <message>
        <source>Finishing</source>
        <translation>正在收尾</translation>
    </message>
</context>
<context>
    <name>SuspendGuard</name>
    <message>
        <source>The computer went to sleep. Everything said before that is kept.</source>
        <translation>电脑进入了睡眠。之前说的内容都已保存。</translation>
    </message>
</context>
<context>
    <name>TextBar</name>
    <message>
        <source>New text</source>
        <translation>新建文本</translation>
    </message>
    <message>
        <source>Copy all</source>
        <translation>全部复制</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>保存</translation>
    </message>
    <message>
        <source>Close text</source>
        <translation>关闭文本</translation>
    </message>
    <message>
        <source>Save as…</source>
        <translation>另存为…</translation>
    </message>
    <message>
        <source>Print…</source>
        <translation>打印…</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
    <message>
        <source>Redo</source>
        <translation>重做</translation>
    </message>
    <message>
        <source>Find and replace</source>
        <translation>查找和替换</translation>
    </message>
    <message>
        <source>Doubtful word</source>
        <translation>存疑词语</translation>
    </message>
    <message>
        <source>Play</source>
        <translation>播放</translation>
    </message>
    <message>
        <source>From the cursor. Click a word to jump there</source>
        <translation>从光标处开始；单击词语可跳到该处</translation>
    </message>
    <message>
        <source>Unfinished words</source>
        <translation>未定词语</translation>
    </message>
    <message>
        <source>As recognised</source>
        <translation>识别原文</translation>
    </message>
    <message>
        <source>View</source>
        <translation>视图</translation>
    </message>
</context>
<context>
    <name>TextExport</name>
    <message>
        <source>Written to %1</source>
        <translation>已写入 %1</translation>
    </message>
    <message>
        <source>Save somewhere else…</source>
        <translation>保存到其他位置…</translation>
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
        <translation>每分钟 %1 字</translation>
    </message>
    <message>
        <source>%1 words a minute</source>
        <translation>每分钟 %1 词</translation>
    </message>
    <message>
        <source>%1 dictated</source>
        <translation>已听写 %1</translation>
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
            <numerusform>%Ln 词</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>TextStyles</name>
    <message>
        <source>Heading</source>
        <translation>标题</translation>
    </message>
    <message>
        <source>Smaller heading</source>
        <translation>小标题</translation>
    </message>
    <message>
        <source>Ordinary text</source>
        <translation>正文</translation>
    </message>
    <message>
        <source>List</source>
        <translation>列表</translation>
    </message>
    <message>
        <source>Bold</source>
        <translation>粗体</translation>
    </message>
</context>
<context>
    <name>TextTabs</name>
    <message>
        <source>Open texts</source>
        <translation>打开的文本</translation>
    </message>
    <message>
        <source>Close text</source>
        <translation>关闭文本</translation>
    </message>
</context>
<context>
    <name>TrainingController</name>
    <message>
        <source>The training process sent something unreadable.</source>
        <translation>训练进程返回了无法读取的内容。</translation>
    </message>
</context>
<context>
    <name>TrainingPage</name>
    <message>
        <source>Training</source>
        <translation>训练</translation>
    </message>
    <message>
        <source>Train</source>
        <translation>开始训练</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Cancel the training</source>
        <translation>取消训练</translation>
    </message>
    <message>
        <source>Progress of the training</source>
        <translation>训练进度</translation>
    </message>
    <message>
        <source>learn own documents style</source>
        <translation>学习 自己的 文档 风格</translation>
    </message>
    <message>
        <source>New model</source>
        <translation>新模型</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>course plot</source>
        <translation>过程 图表</translation>
    </message>
    <message>
        <source>Training curve</source>
        <translation>训练过程</translation>
    </message>
    <message>
        <source>The model in use, “%1”, cannot be trained. Install one that can.</source>
        <translation>正在使用的模型“%1”仅供使用，无法学习。请安装可以学习的模型。</translation>
    </message>
    <message>
        <source>Your corrections</source>
        <translation>您的更正</translation>
    </message>
    <message>
        <source>corrections review approve edit drop</source>
        <translation>更正 查看 采纳 编辑 舍弃</translation>
    </message>
    <message>
        <source>Learn from documents too</source>
        <translation>也从文档学习</translation>
    </message>
    <message>
        <source>documents texts</source>
        <translation>文档 文字</translation>
    </message>
    <message>
        <source>train start cancel</source>
        <translation>训练 开始 取消</translation>
    </message>
    <message>
        <source>before after compare roll back</source>
        <translation>之前 之后 比较 恢复</translation>
    </message>
    <message>
        <source>Cancelled. Nothing was changed.</source>
        <translation>已取消；没有任何改动。</translation>
    </message>
    <message>
        <source>Starting…</source>
        <translation>正在启动…</translation>
    </message>
    <message>
        <source>Cancelling…</source>
        <translation>正在取消…</translation>
    </message>
    <message>
        <source>Fermata can learn how you punctuate. It starts from the model in use, “%1”, which is kept unchanged. Nothing leaves this computer.</source>
        <translation>Fermata 可以学习您使用标点的方式。训练以正在使用的模型“%1”为起点，该模型本身保持不变。任何内容都不会离开这台电脑。</translation>
    </message>
    <message>
        <source>Training needs more packages: %2</source>
        <translation>训练还需要其他软件包：%2</translation>
    </message>
    <message>
        <source>Reading the texts…</source>
        <translation>正在读取文本…</translation>
    </message>
    <message>
        <source>Measuring the old model…</source>
        <translation>正在评测旧模型…</translation>
    </message>
    <message>
        <source>Learning…</source>
        <translation>正在学习…</translation>
    </message>
    <message>
        <source>Mixing old and new…</source>
        <translation>正在融合新旧模型…</translation>
    </message>
    <message>
        <source>Writing the new model…</source>
        <translation>正在写入新模型…</translation>
    </message>
    <message>
        <source>Measuring the new model…</source>
        <translation>正在评测新模型…</translation>
    </message>
    <message>
        <source>Learning: %1 min %2 s left</source>
        <translation>正在学习：剩余 %1 分 %2 秒</translation>
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
        <translation>训练过程</translation>
    </message>
    <message>
        <source>Step %1 of %2</source>
        <translation>第 %1 步，共 %2 步</translation>
    </message>
    <message>
        <source>mistakes while learning: %1</source>
        <translation>学习时的错误：%1</translation>
    </message>
    <message>
        <source>marks right: %1</source>
        <translation>正确的标点：%1</translation>
    </message>
    <message>
        <source>The training curve appears here.</source>
        <translation>训练过程将显示在这里。</translation>
    </message>
    <message>
        <source>Mistakes while learning (fewer is better)</source>
        <translation>学习时的错误（越少越好）</translation>
    </message>
    <message>
        <source>Marks right on texts it has not seen (more is better)</source>
        <translation>在未见过的文章上正确的标点（越多越好）</translation>
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
        <translation>恢复旧模型</translation>
    </message>
    <message>
        <source>Your texts it has not seen</source>
        <translation>未见过的那部分您的文章</translation>
    </message>
    <message>
        <source>Other people&apos;s texts</source>
        <translation>他人的文章</translation>
    </message>
    <message>
        <source>Punctuation right, out of 100</source>
        <translation>每 100 个标点中正确的</translation>
    </message>
    <message>
        <source>Sentence ends right, out of 100</source>
        <translation>每 100 个断句中正确的</translation>
    </message>
    <message>
        <source>The model “%1”, which has learned from you, is in use.</source>
        <translation>正在使用从您那里学习过的模型“%1”。</translation>
    </message>
    <message>
        <source>The new model “%1” is kept, but not in use.</source>
        <translation>新模型“%1”已保留，但未启用。</translation>
    </message>
    <message numerus="yes">
        <source>%Ln words</source>
        <translation>
            <numerusform>%Ln 词</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>TrainingTexts</name>
    <message>
        <source>Texts to learn from</source>
        <translation>供学习的文本</translation>
    </message>
    <message>
        <source>Add documents…</source>
        <translation>添加文档…</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>移除</translation>
    </message>
    <message>
        <source>Remove the selected documents</source>
        <translation>移除所选文档</translation>
    </message>
    <message>
        <source>counting…</source>
        <translation>正在计数…</translation>
    </message>
    <message>
        <source>Documents</source>
        <translation>文档</translation>
    </message>
    <message numerus="yes">
        <source>%Ln words</source>
        <translation>
            <numerusform>%Ln 词</numerusform>
        </translation>
    </message>
    <message>
        <source>Drop documents here that are punctuated the way you like.</source>
        <translation>将标点合您心意的文档拖放到此处。</translation>
    </message>
    <message numerus="yes">
        <source>%Ln words: at least a few hundred are needed.</source>
        <translation>
            <numerusform>%Ln 词：至少需要几百词。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln words: ten thousand or more would work better.</source>
        <translation>
            <numerusform>%Ln 词：一万词以上效果更好。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln words: enough to learn from.</source>
        <translation>
            <numerusform>%Ln 词：足够学习了。</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>TrashBar</name>
    <message>
        <source>Trash</source>
        <translation>回收站</translation>
    </message>
    <message>
        <source>Deleted sessions; they can be restored</source>
        <translation>已删除的听写；可以恢复</translation>
    </message>
    <message>
        <source>Empty…</source>
        <translation>清空…</translation>
    </message>
    <message>
        <source>Empty the trash</source>
        <translation>清空回收站</translation>
    </message>
    <message>
        <source>Keep</source>
        <translation>保留</translation>
    </message>
    <message>
        <source>Delete all permanently</source>
        <translation>全部永久删除</translation>
    </message>
    <message>
        <source>Permanently delete everything in the trash?</source>
        <translation>永久删除回收站中的所有内容？</translation>
    </message>
</context>
<context>
    <name>TrayIcon</name>
    <message>
        <source>Show the window</source>
        <translation>显示窗口</translation>
    </message>
    <message>
        <source>Quit</source>
        <translation>退出</translation>
    </message>
    <message>
        <source>Record</source>
        <translation>开始听写</translation>
    </message>
    <message>
        <source>Stop recording</source>
        <translation>停止听写</translation>
    </message>
    <message>
        <source>not recording</source>
        <translation>未在听写</translation>
    </message>
    <message>
        <source>starting</source>
        <translation>正在启动</translation>
    </message>
    <message>
        <source>listening</source>
        <translation>正在聆听</translation>
    </message>
    <message>
        <source>asleep</source>
        <translation>休眠</translation>
    </message>
    <message>
        <source>paused</source>
        <translation>已暂停</translation>
    </message>
    <message>
        <source>finishing</source>
        <translation>正在收尾</translation>
    </message>
</context>
<context>
    <name>UnsavedResults</name>
    <message>
        <source>Some file results were neither exported nor opened, and are not kept in the history. Closing now would lose them.</source>
        <translation>文件的文字既没有导出也没有打开，也没有保留在历史记录中；现在关闭就会丢失。</translation>
    </message>
    <message>
        <source>Some files are still being processed. Closing now stops them.</source>
        <translation>文件尚未处理完；现在关闭就会中止。</translation>
    </message>
    <message>
        <source>Show the files</source>
        <translation>显示文件</translation>
    </message>
    <message>
        <source>Close anyway</source>
        <translation>仍然关闭</translation>
    </message>
</context>
<context>
    <name>VoiceCommandsPage</name>
    <message>
        <source>Voice commands</source>
        <translation>语音命令</translation>
    </message>
    <message>
        <source>Commands in</source>
        <translation>命令的语言</translation>
    </message>
    <message>
        <source>Among other words</source>
        <translation>夹在其他文字中</translation>
    </message>
    <message>
        <source>As a whole utterance</source>
        <translation>单独说出</translation>
    </message>
    <message>
        <source>phrase | another phrase</source>
        <translation>说法 | 另一个说法</translation>
    </message>
    <message>
        <source>Phrases for the new command</source>
        <translation>新命令的说法</translation>
    </message>
    <message>
        <source>What it does</source>
        <translation>作用</translation>
    </message>
    <message>
        <source>mark or text</source>
        <translation>符号或文字</translation>
    </message>
    <message>
        <source>The mark or text it writes</source>
        <translation>它写出的符号或文字</translation>
    </message>
    <message>
        <source>Add</source>
        <translation>添加</translation>
    </message>
    <message>
        <source>Your own command</source>
        <translation>自定义命令</translation>
    </message>
    <message>
        <source>Line %1 of your table is ignored: %2.</source>
        <translation>您自定义表格的第 %1 行已略过：%2。</translation>
    </message>
    <message>
        <source>“|” separates phrases that do the same thing. “?” after a phrase means that it is usually an ordinary word: it counts as a command only if the pauses and words around it say so.</source>
        <translation>“|”隔开作用相同的说法；“?”加在平时也会用到的词后面，这时要由停顿和上下文判断是否为命令。</translation>
    </message>
    <message>
        <source>These delete, undo or control. They count only when nothing else is said between two pauses.</source>
        <translation>这些命令用于删除、撤销或控制：只有在两次停顿之间没有说其他话时才有效。</translation>
    </message>
</context>
<context>
    <name>VoiceHints</name>
    <message>
        <source>Dictate here (Ctrl+Return)</source>
        <translation>在此处听写 (Ctrl+Return)</translation>
    </message>
    <message>
        <source>Follow the dictation (Ctrl+J)</source>
        <translation>跟随语音 (Ctrl+J)</translation>
    </message>
</context>
<context>
    <name>Waveform</name>
    <message>
        <source>Microphone level</source>
        <translation>麦克风音量</translation>
    </message>
</context>
<context>
    <name>WordsPage</name>
    <message>
        <source>Words</source>
        <translation>词汇</translation>
    </message>
    <message>
        <source>Names and terms as they should be written, and how you say them; “|” separates several ways. Recognisers that can expect words listen for them.</source>
        <translation>人名和术语的正确写法，以及您说出时会听成什么；多个说法以“|”隔开。能预期词语的识别引擎会留意这些词语。</translation>
    </message>
    <message>
        <source>A longer text can be written for what you say, such as “insert my address”. In it, {line} begins a new line; {date}, {time} and {clipboard} are filled in.</source>
        <translation>说一句话（例如“写我的地址”）就能写出较长的文字。其中 {line} 表示换行；{date}、{time} 和 {clipboard} 会填入日期、时间和剪贴板的内容。</translation>
    </message>
    <message>
        <source>add word</source>
        <translation>添加词语</translation>
    </message>
    <message>
        <source>From your corrections</source>
        <translation>来自您的更正</translation>
    </message>
    <message>
        <source>words import export</source>
        <translation>词汇 导入 导出</translation>
    </message>
    <message>
        <source>Found in the document</source>
        <translation>在文档中找到的词语</translation>
    </message>
    <message>
        <source>written</source>
        <translation>写法</translation>
    </message>
    <message>
        <source>Written form</source>
        <translation>写法</translation>
    </message>
    <message>
        <source>spoken | spoken</source>
        <translation>说法 | 说法</translation>
    </message>
    <message>
        <source>Spoken forms</source>
        <translation>说法</translation>
    </message>
    <message>
        <source>Add</source>
        <translation>添加</translation>
    </message>
    <message>
        <source>Search words</source>
        <translation>搜索词语</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>移除</translation>
    </message>
    <message>
        <source>Import…</source>
        <translation>导入…</translation>
    </message>
    <message>
        <source>Paste</source>
        <translation>粘贴</translation>
    </message>
    <message>
        <source>Export…</source>
        <translation>导出…</translation>
    </message>
    <message>
        <source>Open the file</source>
        <translation>打开文件</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>重试</translation>
    </message>
    <message>
        <source>Save somewhere else…</source>
        <translation>保存到其他位置…</translation>
    </message>
    <message>
        <source>Add the ticked ones</source>
        <translation>添加勾选的词语</translation>
    </message>
    <message>
        <source>Today</source>
        <translation>今天</translation>
    </message>
    <message>
        <source>For a week</source>
        <translation>一周内</translation>
    </message>
    <message>
        <source>For a month</source>
        <translation>一个月内</translation>
    </message>
    <message>
        <source>Choose a file…</source>
        <translation>选择文件…</translation>
    </message>
    <message>
        <source>None yet. Above, enter a name or term as it should be written and, next to it, how it sounds: “Siobhan” sounds like “shiv on”.</source>
        <translation>还没有字词。请在上方写下您想看到的名称或术语，并在旁边写下说出时听起来的样子：例如写“何文田”，听成“河民田”。</translation>
    </message>
    <message>
        <source>Line %1 of your words: %2</source>
        <translation>您的词汇第 %1 行：%2</translation>
    </message>
    <message>
        <source>Words, or a document with names</source>
        <translation>词汇，或含有人名的文档</translation>
    </message>
    <message numerus="yes">
        <source>%Ln words were added.</source>
        <translation>
            <numerusform>已添加 %Ln 个词语。</numerusform>
        </translation>
    </message>
    <message>
        <source>Line %1: %2</source>
        <translation>第 %1 行：%2</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>文本</translation>
    </message>
    <message>
        <source>Temporary words</source>
        <translation>暂用的词汇</translation>
    </message>
    <message>
        <source>For example the names of a meeting, from a text file with one per line.</source>
        <translation>例如一次会议的人名，来自每行一个的文本文件。</translation>
    </message>
    <message>
        <source>Until you leave this text</source>
        <translation>直到换另一篇文字</translation>
    </message>
    <message>
        <source>How long they apply</source>
        <translation>有效多久</translation>
    </message>
    <message>
        <source>They apply until you leave this text.</source>
        <translation>换另一篇文字时失效。</translation>
    </message>
    <message>
        <source>They apply until %1.</source>
        <translation>有效至 %1。</translation>
    </message>
    <message>
        <source>words.txt</source>
        <translation>词汇.txt</translation>
    </message>
    <message>
        <source>Whenever “%1” is heard, write “%2”</source>
        <translation>听到“%1”时，一律写成“%2”</translation>
    </message>
    <message>
        <source>corrected %1 times</source>
        <translation>更正过 %1 次</translation>
    </message>
    <message>
        <source>Dismiss</source>
        <translation>不用</translation>
    </message>
    <message>
        <source>No new names or terms were found.</source>
        <translation>没有找到新的人名或术语。</translation>
    </message>
    <message>
        <source>The recogniser in use cannot expect words; they are only corrected when it hears one of the spoken forms. Some models in “Languages &amp; models” can.</source>
        <translation>正在使用的识别引擎无法预期字词：听到其中一种说法时才会写对。“语言和模型”中的某些模型可以。</translation>
    </message>
</context>
</TS>
