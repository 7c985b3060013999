import * as l10n from '@vscode/l10n';

/** What the command line is started with. */
interface Started {
  /** The absolute path of VS Code's own runtime, which is Node once it is told so. */
  readonly runtime: string;
  /** The absolute path of the program. */
  readonly program: string;
}

/** The name of the command and its files. */
export const commandName = 'netsensor';

const nobody = () => l10n.t('VS Code or its extension Netsensor has moved. Open a new terminal in VS Code.');

/** What starts the command line in a shell of POSIX; `node` stands in where VS Code has moved. */
export const posixScript = ({ runtime, program }: Started): string => `#!/bin/sh
unset NODE_OPTIONS
runtime=${posixQuoted(runtime)}
program=${posixQuoted(program)}
if [ -f "$program" ]; then
  if [ -x "$runtime" ]; then
    ELECTRON_RUN_AS_NODE=1 exec "$runtime" "$program" "$@"
  elif command -v node >/dev/null; then
    exec node "$program" "$@"
  fi
fi
echo ${posixQuoted(nobody())} >&2
exit 1
`;

/** The same for Windows. */
export const windowsScript = ({ runtime, program }: Started): string =>
  `@echo off
setlocal
set "NODE_OPTIONS="
set "runtime=${windowsQuoted(runtime)}"
set "program=${windowsQuoted(program)}"
if not exist "%program%" goto nobody
if not exist "%runtime%" goto node
set "ELECTRON_RUN_AS_NODE=1"
"%runtime%" "%program%" %*
exit /b %errorlevel%
:node
where /q node
if errorlevel 1 goto nobody
node "%program%" %*
exit /b %errorlevel%
:nobody
echo ${windowsEscaped(nobody())} 1>&2
exit /b 1
`.replaceAll('\n', '\r\n');

const posixQuoted = (path: string) => `'${path.replaceAll("'", `'\\''`)}'`;

/** A path of Windows has no quotation marks. */
const windowsQuoted = (path: string) => path.replaceAll('%', '%%');

const windowsEscaped = (words: string) => windowsQuoted(words).replaceAll(/[&|<>^]/g, '^$&');
