<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en" sourcelanguage="en">
<context>
    <name>CorrectionList</name>
    <message numerus="yes">
        <source>%Ln approved corrections are new to the model: train now.</source>
        <translation>
            <numerusform>%Ln approved correction is new to the model: train now.</numerusform>
            <numerusform>%Ln approved corrections are new to the model: train now.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln to review</source>
        <translation>
            <numerusform>%Ln to review</numerusform>
            <numerusform>%Ln to review</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln approved</source>
        <translation>
            <numerusform>%Ln approved</numerusform>
            <numerusform>%Ln approved</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>FilesModel</name>
    <message numerus="yes">
        <source>Done: %Ln words</source>
        <translation>
            <numerusform>Done: %Ln word</numerusform>
            <numerusform>Done: %Ln words</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Recognised again: %Ln words, ready to compare</source>
        <translation>
            <numerusform>Recognised again: %Ln word, ready to compare</numerusform>
            <numerusform>Recognised again: %Ln words, ready to compare</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln speakers</source>
        <translation>
            <numerusform>%Ln speaker</numerusform>
            <numerusform>%Ln speakers</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>HistoryModel</name>
    <message numerus="yes">
        <source>%Ln words</source>
        <translation>
            <numerusform>%Ln word</numerusform>
            <numerusform>%Ln words</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>OldSessionsQuestion</name>
    <message numerus="yes">
        <source>%Ln sessions are older than you want to keep them, by this computer&apos;s clock. Delete them permanently?</source>
        <translation>
            <numerusform>%Ln session is older than you want to keep it, by this computer&apos;s clock. Delete it permanently?</numerusform>
            <numerusform>%Ln sessions are older than you want to keep them, by this computer&apos;s clock. Delete them permanently?</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>PillWordCount</name>
    <message numerus="yes">
        <source>%Ln words</source>
        <translation>
            <numerusform>%Ln word</numerusform>
            <numerusform>%Ln words</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>SpeechModelsMenu</name>
    <message numerus="yes">
        <source>%Ln languages</source>
        <translation>
            <numerusform>%Ln language</numerusform>
            <numerusform>%Ln languages</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>TextFigures</name>
    <message numerus="yes">
        <source>%Ln characters</source>
        <translation>
            <numerusform>%Ln character</numerusform>
            <numerusform>%Ln characters</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln words</source>
        <translation>
            <numerusform>%Ln word</numerusform>
            <numerusform>%Ln words</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>TrainingResult</name>
    <message numerus="yes">
        <source>%Ln words</source>
        <translation>
            <numerusform>%Ln word</numerusform>
            <numerusform>%Ln words</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>TrainingTexts</name>
    <message numerus="yes">
        <source>%Ln words</source>
        <translation>
            <numerusform>%Ln word</numerusform>
            <numerusform>%Ln words</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln words: at least a few hundred are needed.</source>
        <translation>
            <numerusform>%Ln word: at least a few hundred are needed.</numerusform>
            <numerusform>%Ln words: at least a few hundred are needed.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln words: ten thousand or more would work better.</source>
        <translation>
            <numerusform>%Ln word: ten thousand or more would work better.</numerusform>
            <numerusform>%Ln words: ten thousand or more would work better.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln words: enough to learn from.</source>
        <translation>
            <numerusform>%Ln word: enough to learn from.</numerusform>
            <numerusform>%Ln words: enough to learn from.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>WordsPage</name>
    <message numerus="yes">
        <source>%Ln words were added.</source>
        <translation>
            <numerusform>%Ln word was added.</numerusform>
            <numerusform>%Ln words were added.</numerusform>
        </translation>
    </message>
</context>
</TS>
