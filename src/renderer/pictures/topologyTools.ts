import { withWords } from '../../model/text/withWords.js';
import type { PageState } from '../../model/pictures/pictureMessages.js';
import type { ShownTopology, ShownTree } from '../../model/pictures/topology/shownTopology.js';
import { branchMark } from '../../model/pictures/topology/topologyDrawing.js';
import type { TopologyChange } from '../../model/pictures/topology/topologyMessages.js';
import type { TopologyTypes } from '../../model/pictures/topology/topologyPicture.js';
import type { DrawnPage } from './pageKind.js';
import type { TopologyGestures } from './topologyGestures.js';

/** The tools of a topology in the toolbar: tree or flows, what belongs to each, and a filter that looks in all of the tree. */
export class TopologyTools {
  private view: ShownTopology['view'] = 'tree';
  /** The marks of what was found, in the order in which they are drawn, and the number of the one that is looked at. */
  private found: readonly string[] = [];
  private at = -1;
  /** Whether the first of what was found is kept in sight while more of the answer comes: until somebody goes elsewhere. */
  private isFirstWanted = false;
  private texts: ShownTree['texts'] | undefined;
  /** What was looked at before anything was looked for. */
  private before: Pick<PageState, 'zoom' | 'scroll'> | undefined;

  constructor(
    private readonly page: DrawnPage<TopologyTypes>,
    private readonly branches: TopologyGestures,
  ) {
    const { levels, filter } = this;
    levels.addEventListener('change', () =>
      branches.change({ kind: 'view', view: 'flows', level: Number(levels.value) }),
    );
    for (const move of ['wheel', 'pointerdown', 'keydown'])
      page.frame.place.addEventListener(move, () => (this.isFirstWanted = false), { passive: true });
    filter.addEventListener('keydown', ({ key, shiftKey }) => {
      if (key === 'Enter') this.goOn(shiftKey ? -1 : 1);
    });
  }

  /** Takes what is drawn now. */
  follow(topology: ShownTopology): void {
    const isTree = topology.view === 'tree';
    this.view = topology.view;
    for (const name of ['openMore', 'openUsual'])
      this.page.frame.root.querySelector<HTMLElement>(`[data-action=${name}]`)!.hidden = !isTree;
    this.page.frame.press('flows', !isTree);
    const levels = isTree ? [] : topology.levels;
    this.levels.hidden = levels.length < 2;
    this.levels.replaceChildren(...levels.map(({ level, label }) => new Option(label, String(level))));
    if (!isTree) this.levels.value = String(topology.level);
    this.texts = isTree ? topology.texts : undefined;
    const looked = this.found[this.at];
    this.found = isTree
      ? topology.branches.flatMap(({ key, isFound }) => (isFound ? [branchMark(key)] : []))
      : [];
    this.at = looked === undefined ? -1 : this.found.indexOf(looked);
    this.sayFound();
  }

  /** Looks for words in all of the tree; shows what was open before without any. */
  lookFor(filter: string): void {
    const { page } = this;
    const { zoom, scroll, filter: last } = page.state;
    if (last === '') this.before = { zoom, scroll };
    this.at = -1;
    this.isFirstWanted = filter !== '';
    page.update({ filter, ...(filter === '' ? this.before : { zoom: undefined, scroll: [0, 0] }) });
    this.branches.change({ kind: 'filter', words: filter });
  }

  /** Brings the first of what was found into sight, once it is drawn. */
  showFirst(): void {
    const [first] = this.found;
    if (this.isFirstWanted && first !== undefined) this.page.focus.bring(first);
  }

  /** Opens more, or shows what one sees at a glance, which no filter narrows. */
  change(change: TopologyChange): void {
    if (change.kind === 'usual') this.forget();
    this.branches.change(change);
  }

  /** Empties the filter: what is to be shown now need not match it. */
  forget(): void {
    this.filter.value = '';
    this.isFirstWanted = false;
    this.page.update({ filter: '' });
  }

  /** Shows who talks to whom, or the tree again. */
  turn(): void {
    this.branches.change({ kind: 'view', view: this.view === 'tree' ? 'flows' : 'tree' });
  }

  /** Leads to the next of what was found, or to the one before, around the ends; the filter keeps the keyboard. */
  private goOn(step: 1 | -1): void {
    const { length } = this.found;
    if (length === 0) return;
    this.isFirstWanted = false;
    this.at = this.at < 0 && step < 0 ? length - 1 : (this.at + step + length) % length;
    this.page.focus.point(this.found[this.at] ?? '');
    this.sayFound();
  }

  private sayFound(): void {
    const { found = '', nth = '' } = this.texts ?? {};
    const number = (of: number) => of.toLocaleString();
    this.page.frame.part('found').textContent =
      this.at < 0 ? found : withWords(nth, number(this.at + 1), number(this.found.length));
  }

  private get filter(): HTMLInputElement {
    return this.page.frame.part('filter') as HTMLInputElement;
  }

  private get levels(): HTMLSelectElement {
    return this.page.frame.part('level') as HTMLSelectElement;
  }
}
