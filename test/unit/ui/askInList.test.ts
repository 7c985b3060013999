import { describe, expect, it } from 'vitest';
import type { CancellationToken, QuickPick, QuickPickItem } from '../../../src/ui/doors.js';
import { Emitter } from '../../../src/ui/lifetimes.js';
import { askInList } from '../../../src/ui/pickedRow.js';
import { inert } from '../../../src/words/inert.js';

/** A list as VS Code's: what is typed is told, and the first row of what is left is the active one. */
function playedPick() {
  const typed = new Emitter<string>();
  const accepted = new Emitter<void>();
  const hidden = new Emitter<void>();
  const pick = {
    value: '',
    items: [] as readonly (QuickPickItem & { alwaysShow?: boolean })[],
    activeItems: [] as readonly QuickPickItem[],
    selectedItems: [] as readonly QuickPickItem[],
    sortByLabel: true,
    ignoreFocusOut: false,
    onDidChangeValue: typed.event,
    onDidAccept: accepted.event,
    onDidHide: hidden.event,
    show: () => void (pick.activeItems = pick.items.slice(0, 1)),
    hide: () => hidden.fire(),
    dispose: () => undefined,
    /** Types as a person: the row that it matches comes up where the list sorts or filters. */
    type: (text: string) => {
      pick.value = text;
      const fits = ({ label }: QuickPickItem) => label.toLowerCase().includes(text);
      const shown = pick.items.filter(row => row.alwaysShow || fits(row));
      if (pick.sortByLabel) shown.sort((one, two) => Number(fits(two)) - Number(fits(one)));
      pick.activeItems = shown.slice(0, 1);
      typed.fire(text);
    },
    choose: (at: number) => void (pick.activeItems = [pick.items[at]!]),
    enter: () => {
      pick.selectedItems = pick.activeItems;
      accepted.fire();
    },
  };
  return pick;
}

function asked() {
  const pick = playedPick();
  const closing = new Emitter<void>();
  const closed = { isCancellationRequested: false, onCancellationRequested: closing.event };
  const rows = [{ label: inert('Keep editing') }, { label: inert('Save') }] as const;
  const answer = askInList<QuickPickItem>(
    pick as unknown as QuickPick<QuickPickItem>,
    { title: inert('Save 3 racks?'), placeholder: inert(''), rows },
    closed as unknown as CancellationToken,
  );
  const close = () => {
    closed.isCancellationRequested = true;
    closing.fire();
  };
  return { pick, close, label: async () => (await answer)?.label };
}

describe('a question that is asked by a list', () => {
  it.each(['s', 'save', 'o'])('is left by Enter although somebody typed on: %s', async text => {
    const { pick, label } = asked();
    pick.type(text);
    expect([pick.value, pick.items.length, pick.sortByLabel]).toEqual(['', 2, false]);
    pick.enter();
    expect(await label()).toBe('Keep editing');
  });

  it('has its safe row in front again once somebody types, whichever was chosen before', async () => {
    const { pick, label } = asked();
    pick.choose(1);
    pick.type('v');
    pick.enter();
    expect(await label()).toBe('Keep editing');
  });

  it('goes on with the row that was chosen, and stays while somebody looks elsewhere', async () => {
    const { pick, label } = asked();
    expect(pick.ignoreFocusOut).toBe(true);
    pick.choose(1);
    pick.enter();
    expect(await label()).toBe('Save');
  });

  it('has no answer once it was taken back, or left', async () => {
    const taken = asked();
    taken.close();
    expect(await taken.label()).toBeUndefined();
    const left = asked();
    left.pick.hide();
    expect(await left.label()).toBeUndefined();
  });
});
