/**
 * README or CHANGELOG as the page of the installed extension shows it: without the pictures, which are left out of the package for their
 * size, and with the names of pages that stand in the repository alone in place of links that lead nowhere.
 */
export const pageOfExtension = (page: string): string =>
  page
    .replaceAll(/^!\[[^\]]*\]\((?!https?:)[^)]*\)\n\n/gm, '')
    .replaceAll(/\[([^\]]+)\]\((?!https?:)[^)]*\)/g, '$1');
