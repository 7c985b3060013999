/** SQL for a text that sorts as its argument does when runs of digits compare as numbers. */
export const alphaNumericKey = (text: string): string =>
  `array_to_string(list_transform(regexp_extract_all(${text}, '[0-9]+|[^0-9]+'),
    lambda part: CASE WHEN part[1] BETWEEN '0' AND '9' THEN lpad(part, greatest(40, len(part))::INTEGER, '0') ELSE part END), '')`;
