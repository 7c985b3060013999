import { parse, type ParseError } from 'jsonc-parser';
import * as z from 'zod';
import { withFields } from '../../text/jsonEdit.js';

/** What may lie over the plan of a floor. */
export const floorLayers = ['none', 'clients', 'signal', 'reach'] as const;
export type FloorLayer = (typeof floorLayers)[number];

/** A picture within the folder of the workspace, relative to the file that names it. */
const picturePath = z
  .string()
  .min(1)
  .max(1_000)
  .regex(/^(?![/\\])[^\\:\p{Cc}]+$/u, 'A path from this file, with slashes, such as floor-2.png')
  .describe('The background: a PNG, JPEG, WebP or SVG file, as a path from this file.');

/** The file `*.floor.json`: what a floor looks like besides the places of its access points, which are in their records. */
export const floorFile = z
  .strictObject({
    $schema: z.string().optional().describe('The schema of this file.'),
    floor: z.string().min(1).max(200).describe('Uuid of the domain whose access points are shown.'),
    picture: picturePath.optional(),
    corner: z
      .tuple([z.int32(), z.int32()])
      .optional()
      .describe('Where the left upper corner of the picture is, in units of the plan; [0, 0] at first.'),
    unitsPerPixel: z
      .number()
      .min(0.000_1)
      .max(10_000)
      .optional()
      .describe('Units of the plan for a pixel of the picture; 1 at first.'),
    metresPerUnit: z
      .number()
      .min(0.000_001)
      .max(1_000_000)
      .optional()
      .describe('Metres for a unit of the plan. Set it with two clicks in the picture.'),
    reach: z
      .number()
      .min(0.1)
      .max(10_000)
      .optional()
      .describe('How far access points are estimated to reach, in metres; 15 at first.'),
    layer: z
      .enum(floorLayers)
      .optional()
      .describe('What lies over the plan: none, clients, signal or reach.'),
  })
  .meta({ title: 'Floor plan' });
export type FloorFile = z.infer<typeof floorFile>;

export type FloorFileResult = { readonly file: FloorFile } | { readonly problem: string };

/** What a text says of a floor, or why it cannot be read: the first field that is wrong, and how. */
export function parseFloorFile(text: string): FloorFileResult {
  const errors: ParseError[] = [];
  const value: unknown = parse(text, errors, { allowTrailingComma: true });
  const [error] = errors;
  if (error) return { problem: `line ${text.slice(0, error.offset).split('\n').length}: no JSON` };
  const read = floorFile.safeParse(value);
  if (read.success) return { file: read.data };
  const [issue] = read.error.issues;
  return { problem: `${issue?.path.join('.') || 'text'}: ${issue?.message ?? ''}` };
}

/** The text of a floor file with other values of some fields; a new one for a text that is none. */
export function withFloorFields(text: string, fields: Partial<FloorFile>): string {
  const given = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
  return withFields(text, given) ?? `${JSON.stringify(given, null, 2)}\n`;
}

const mostBytes = 20_000_000;

/** What kind of picture bytes are, by how they begin; undefined for what cannot be shown. */
export function pictureType(bytes: Uint8Array): string | undefined {
  if (bytes.length > mostBytes) return undefined;
  const starts = (...values: number[]) => values.every((value, index) => bytes[index] === value);
  if (starts(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a)) return 'image/png';
  if (starts(0xff, 0xd8, 0xff)) return 'image/jpeg';
  const text = new TextDecoder('latin1').decode(bytes.subarray(0, 1_000));
  if (text.startsWith('RIFF') && text.slice(8, 12) === 'WEBP') return 'image/webp';
  return /^(?:\xef\xbb\xbf)?\s*<(?:\?xml|!--|!doctype\s+svg|svg)[\s>-]/i.test(text) && /<svg[\s>]/i.test(text)
    ? 'image/svg+xml'
    : undefined;
}
