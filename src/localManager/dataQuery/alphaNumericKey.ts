/** Digits that a run of digits is filled up to, so that texts compare as numbers do. */
const filled = (digits: string): string => `lpad(${digits}, greatest(40, len(${digits}))::INTEGER, '0')`;

/** SQL for a text that sorts as its argument does when runs of digits compare as numbers; quick for numbers such as ports. */
export const alphaNumericKey = (text: string): string =>
  `CASE WHEN regexp_full_match(${text}, '[0-9]+') THEN ${filled(text)}
  ELSE array_to_string(list_transform(regexp_extract_all(${text}, '[0-9]+|[^0-9]+'),
    lambda part: CASE WHEN part[1] BETWEEN '0' AND '9' THEN ${filled('part')} ELSE part END), '') END`;
