import { expect, it } from 'vitest';
import { driftLines, planLines } from '../../../../src/changes/folders/folderWords.js';
import { planMarkdown } from '../../../../src/changes/folders/planMarkdown.js';
import type { FolderPlan } from '../../../../src/model/asCode/folderPlan.js';

it('shows what changes far behind in a long text', () => {
  const text = 'so it goes on. '.repeat(1000);
  const changes = [{ field: 'description', from: `${text}old`, to: `${text}new` }];
  const file = { path: 'inventory/tags/tag-1.json', type: 'tags', reference: '@tags/Tag 1' } as const;
  const plan: FolderPlan = {
    creates: [],
    updates: [{ ...file, id: 1, changes, current: { id: 1 } }],
    deletes: [],
    unwritten: [],
    unpulled: [],
    same: 0,
  };
  expect(planLines(plan).at(-1)).toMatch(/^ {4}description: ….{30,60} old" → ….{30,60} new"$/);
  expect(planMarkdown(plan)).toMatch(/description: ….{30,60} old" → ….{30,60} new"/);
  expect(driftLines(plan).at(-1)).toMatch(/^ {4}description: ….{30,60} new" → ….{30,60} old"$/);
});
