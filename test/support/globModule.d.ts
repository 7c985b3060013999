/** esbuild.mjs resolves it: imports every file whose path from the importer's folder matches. */
declare module 'glob:*';
