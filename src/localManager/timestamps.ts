/** A time as Rails prints it, with milliseconds and offset (field notes §1.2): `2015-06-02T09:33:54.841+00:00`. */
export const railsTime = (time: Date): string => time.toISOString().replace('Z', '+00:00');
