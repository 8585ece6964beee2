; Inno Setup 6: `iscc /DVersion=0.1.0 packaging\windows\fermata.iss` packs dist\Fermata. Written without a Windows at
; hand: not run yet. Installs for one user without administrator's rights; uninstalling leaves what was dictated.
#ifndef Version
  #error Version is missing: iscc /DVersion=1.2.3
#endif
#ifndef Product
  #define Product "Fermata"
#endif

[Setup]
AppId={{6E0B4C51-3B1C-4D53-9B0E-6E1B7F3B4E21}
AppName=Fermata
AppVersion={#Version}
AppPublisher=The maintainers of Fermata
AppPublisherURL=https://pypi.org/project/fermata-dictation/
DefaultDirName={autopf}\Fermata
DisableProgramGroupPage=yes
PrivilegesRequired=lowest
PrivilegesRequiredOverridesAllowed=dialog
ArchitecturesAllowed=x64compatible or arm64
ArchitecturesInstallIn64BitMode=x64compatible or arm64
LicenseFile=..\..\LICENSE
OutputDir=..\..\dist
OutputBaseFilename={#Product}-{#Version}-windows-setup
SetupIconFile=..\..\dist\icons\fermata.ico
UninstallDisplayIcon={app}\fermata-window.exe
Compression=lzma2
SolidCompression=yes
ChangesEnvironment=yes
ChangesAssociations=yes
CloseApplications=yes
; `iscc /Ssigner="signtool sign /fd sha256 /tr http://timestamp.digicert.com /td sha256 /f CERTIFICATE $f" /DSigned` signs
#ifdef Signed
SignTool=signer
SignedUninstaller=yes
#endif

[Languages]
Name: "en"; MessagesFile: "compiler:Default.isl"

[Tasks]
Name: "path"; Description: "The command “fermata” in terminals"
Name: "desktop"; Description: "A shortcut on the desktop"; Flags: unchecked

[Files]
Source: "..\..\dist\{#Product}\*"; DestDir: "{app}"; Flags: recursesubdirs ignoreversion

[InstallDelete]
Type: filesandordirs; Name: "{app}\_internal"

[Icons]
Name: "{autoprograms}\Fermata"; Filename: "{app}\fermata-window.exe"
Name: "{autodesktop}\Fermata"; Filename: "{app}\fermata-window.exe"; Tasks: desktop

[Registry]
; What it opens, beside the programs that open it already; nothing is taken from them.
Root: HKA; Subkey: "Software\Classes\Applications\fermata-window.exe\shell\open\command"; ValueType: string; ValueData: """{app}\fermata-window.exe"" window ""%1"""; Flags: uninsdeletekey
Root: HKA; Subkey: "Software\Classes\Applications\fermata-window.exe"; ValueType: string; ValueName: "FriendlyAppName"; ValueData: "Fermata"; Flags: uninsdeletekey
Root: HKCU; Subkey: "Environment"; ValueType: expandsz; ValueName: "Path"; ValueData: "{olddata};{app}"; Tasks: path; Check: IsNotOnPath

[Run]
Filename: "{app}\fermata-window.exe"; Description: "Open Fermata"; Flags: nowait postinstall skipifsilent

[Code]
const PathKey = 'Environment';

function IsNotOnPath: Boolean;
var
  Found: String;
begin
  Result := True;
  if RegQueryStringValue(HKCU, PathKey, 'Path', Found) then
    Result := Pos(';' + Lowercase(ExpandConstant('{app}')) + ';', ';' + Lowercase(Found) + ';') = 0;
end;

procedure CurUninstallStepChanged(Step: TUninstallStep);
var
  Found: String;
begin
  if (Step = usPostUninstall) and RegQueryStringValue(HKCU, PathKey, 'Path', Found) then begin
    StringChangeEx(Found, ';' + ExpandConstant('{app}'), '', True);
    RegWriteExpandStringValue(HKCU, PathKey, 'Path', Found);
  end;
end;
