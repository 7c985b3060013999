/** Text inside SVG, HTML or other markup. */
export const escaped = (text: string): string =>
  // Control characters are not allowed in XML at all.
  text
    .replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '\ufffd')
    .replace(/[<>&"']/g, sign => `&#${sign.charCodeAt(0)};`);
