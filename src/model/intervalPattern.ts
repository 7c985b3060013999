/** What the text of an interval in a cell looks like, as far as a JSON schema can tell; see `resolveRange` for the rest. */
export const intervalPattern = String.raw`^[^/]+/[^/]+$|^\s*([Ll]ast|[Tt]oday|[Yy]esterday|[Tt]his|[Pp]revious)\b`;
