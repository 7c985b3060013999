import type { ShownTopology } from '../../model/pictures/shownTopology.js';
import type { TopologyChange } from '../../model/pictures/topologyMessages.js';

/** The tools of a topology in the toolbar: tree or flows, and what belongs to each. */
export class TopologyTools {
  private view: ShownTopology['view'] = 'tree';

  constructor(
    private readonly root: HTMLElement,
    private readonly change: (change: TopologyChange) => void,
  ) {
    this.levels.addEventListener('change', () =>
      this.change({ kind: 'view', view: 'flows', level: Number(this.levels.value) }),
    );
  }

  /** Takes what is drawn now. */
  follow(topology: ShownTopology): void {
    const isTree = topology.view === 'tree';
    this.view = topology.view;
    for (const name of ['openMore', 'openUsual']) this.part(`[data-action=${name}]`).hidden = !isTree;
    this.part('[data-action=flows]').setAttribute('aria-pressed', String(!isTree));
    const levels = isTree ? [] : topology.levels;
    this.levels.hidden = levels.length < 2;
    this.levels.replaceChildren(...levels.map(({ level, label }) => new Option(label, String(level))));
    if (!isTree) this.levels.value = String(topology.level);
  }

  /** Shows who talks to whom, or the tree again. */
  turn(): void {
    this.change({ kind: 'view', view: this.view === 'tree' ? 'flows' : 'tree' });
  }

  private get levels(): HTMLSelectElement {
    return this.part('#level') as HTMLSelectElement;
  }

  private part(selector: string): HTMLElement {
    return this.root.querySelector<HTMLElement>(selector)!;
  }
}
