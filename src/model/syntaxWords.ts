import { printParseErrorCode, type ParseErrorCode } from 'jsonc-parser';

/** What a parser says about text that is no JSON, as words: `CommaExpected` → `comma expected`. */
export const syntaxWords = (code: ParseErrorCode): string =>
  printParseErrorCode(code)
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase();
