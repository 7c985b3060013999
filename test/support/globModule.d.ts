/** esbuild.mjs resolves it: imports every file below the importer's folder whose name has this ending. */
declare module 'glob:*';
