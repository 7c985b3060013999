import * as z from 'zod';

const longestLabel = 200;

/** What people call something; a text of one line. */
const label = z.string().min(1).max(longestLabel);

const pinShape = z
  .looseObject({
    manager: z
      .string()
      .max(1_000)
      .optional()
      .describe('Address of the manager, as its connection has it. Who has none is offered to add it.'),
    record: z
      .string()
      .max(100)
      .optional()
      .describe('An inventory record by type and id, such as `racks/12`.'),
    list: z.string().max(100).optional().describe('All records of a type of the inventory, such as `racks`.'),
    sensor: z.string().max(300).optional().describe('A domain or sensor by its uuid.'),
    accessPoint: z
      .string()
      .max(300)
      .optional()
      .describe('An access point by its id, or by its MAC address with dashes.'),
    search: z
      .string()
      .max(longestLabel)
      .optional()
      .describe(
        'A search for everything, such as `kind:rack site:Basel`; with a manager, in that one alone.',
      ),
    notebook: z
      .string()
      .max(1_000)
      .optional()
      .describe('A notebook as a path in the folder, with slashes, such as `outages/basel.dqnb`.'),
    name: label.optional().describe('What it was called when it was pinned, for those who have not read it.'),
    label: label.optional().describe('What the row is called, in place of the name.'),
  })
  .describe('A pin: one of record, list, sensor, accessPoint, search and notebook.');

/** The shape of the file; fields that are not known are kept. */
export const pinsFileShape = z
  .looseObject({
    $schema: z.string().optional().describe('The schema of this file.'),
    groups: z
      .array(
        z.looseObject({
          label: label.describe('What the group is called.'),
          pins: z.array(pinShape).describe('The pins of the group, in the order of the tree.'),
        }),
      )
      .describe('Groups of pins at the top of the tree of Netsensor, in its order.'),
  })
  .meta({ title: 'Pins' });
