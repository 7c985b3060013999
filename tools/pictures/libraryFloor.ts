/** A floor of the generated network (seed 1): Library ground floor, in Cologne. */
const uuid = '7538320292036458478';

const walls = [
  'M4 4H436V286H196M156 286H4V4',
  // Offices, with a door to the corridor each.
  'M4 88H30M52 88H116M138 88H202M224 88H288M310 88H374M396 88H436',
  'M88 4V88M174 4V88M260 4V88M346 4V88',
  // The reading room, the stairs and what is behind them.
  'M4 112H60M112 112H330M382 112H436',
  'M4 204H40M66 204H150M176 204H190V240',
  'M88 204V286M350 204H436M350 204V238M350 262V286',
];
const doors = [30, 116, 202, 288, 374].map(x => `M${x} 88v-22a22 22 0 0 1 22 22`);
const desks = [100, 150, 200, 250, 300, 350].flatMap(x =>
  [130, 160].map(y => `<rect x="${x}" y="${y}" width="26" height="9" rx="2"/>`),
);
const shelves = [212, 224, 236, 248, 260, 272].map(y => `<rect x="14" y="${y}" width="60" height="4"/>`);
const steps = [358, 366, 374, 382, 390, 398, 406, 414, 422].map(x => `M${x} 248V282`);
const names = [
  [46, 20, 'Offices'],
  [392, 20, 'Meeting'],
  [40, 190, 'Reading room'],
  [270, 270, 'Foyer'],
  [393, 220, 'Stairs'],
] as const;

const plan = `<svg xmlns="http://www.w3.org/2000/svg" width="440" height="290" viewBox="0 0 440 290">
<g fill="none" stroke="#808080" stroke-linecap="square">
<path stroke-width="3" d="${walls.join('')}"/>
<path stroke-width="0.75" d="${[...doors, ...steps].join('')}"/>
<g stroke-width="0.75">${[...desks, ...shelves].join('')}</g>
</g>
<g fill="#808080" font-family="sans-serif" font-size="8" text-anchor="middle">
${names.map(([x, y, name]) => `<text x="${x}" y="${y}">${name}</text>`).join('')}
</g>
</svg>
`;

/** Files of a workspace that show the floor on its plan, with how far its access points may reach. */
export const libraryFloor: Readonly<Record<string, string>> = {
  'plans/library.svg': plan,
  'plans/library.floor.json': JSON.stringify({
    floor: uuid,
    picture: 'library.svg',
    metresPerUnit: 0.1,
    reach: 8,
    layer: 'reach',
  }),
};
