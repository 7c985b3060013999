/**
 * Names of fields that may hold a secret, whatever a manager calls them. `snmp_community` and `mac_hasing_salt` are none: they
 * are settings that people read and edit, and a full write without them empties them (contract 001, Modify flow, MSE or
 * vendor sensor), so they are shown, compared, backed up and restored as any other field.
 */
export const secretNames = /secret|password|token/i;

/** What columns and fields of a user that hold a key are called. */
export const keyNames = /token|key|secret|password/i;

/** Stands in a document where a secret is; left unchanged it means "not sent" (architecture, rule 5). */
export const secretPlaceholder = '(secret, not shown)';
