import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { Owner } from '../ui/lifetimes.js';
import { picturePanelType } from '../ids.js';
import type { MarkTarget } from '../model/pictures/drawing.js';
import { pictureSubject } from '../model/pictures/pictureMessages.js';
import { recordPath } from 'netsensor-contract/inventory/inventoryRecord';
import { sensorPath } from '../model/sensors/nodeRef.js';
import { drawnTypes, isKnown, type KnownSubject } from './pictureKinds.js';
import { PicturePanel } from './picturePanel.js';
import type { PictureParts } from './pictureParts.js';
import { quoted } from '../words/inert.js';

/** What a picture is of, as the address of a document, and how it shows that. */
interface PictureAddress {
  readonly connectionId: string;
  readonly path: string;
  readonly view: KnownSubject['kind'];
}

/** The pictures that are open: one for each subject. */
export class PicturePanels extends Owner {
  private readonly open = new Map<string, PicturePanel>();

  /** @param changed called when another picture may be in front, or none */
  constructor(
    private readonly parts: PictureParts,
    private readonly changed: () => void,
  ) {
    super();
    this.own({ dispose: () => [...this.open.values()].forEach(({ panel }) => panel.dispose()) });
  }

  /** The connection of the picture in front; undefined while none is. */
  get connectionInFront(): string | undefined {
    return [...this.open.values()].find(({ panel }) => panel.active)?.subject.connectionId;
  }

  /** What the picture in front is of, as the address of a document; undefined while none is, or where it is of several things. */
  get addressInFront(): PictureAddress | undefined {
    const subject = [...this.open.values()].find(({ panel }) => panel.active)?.subject;
    if (!subject || !isKnown(subject)) return undefined;
    const { connectionId, kind, ids = [], uuid } = subject;
    const [id, ...others] = ids;
    const of = (path: string) => ({ connectionId, path, view: kind });
    if (uuid !== undefined) return of(sensorPath({ kind: 'domain', uuid }, ''));
    if (id === undefined || others.length > 0 || !(kind === 'racks' || kind === 'power')) return undefined;
    return of(recordPath({ type: drawnTypes[kind], id }, ''));
  }

  /** Shows a picture, and in it what stands for a record. */
  show(subject: KnownSubject, target?: MarkTarget): void {
    const known = this.open.get(keyOf(subject));
    const shown = known ?? this.add(this.make(subject), subject);
    shown.show(target);
  }

  /** Saves what the picture in front shows; nothing while none is. */
  async saveActive(): Promise<void> {
    const visible = [...this.open.values()].filter(({ panel }) => panel.visible);
    const lastUsed = visible.toSorted((one, other) => other.usedAt - one.usedAt)[0];
    // VS Code takes the group of what was opened beside a picture for the active one; the keyboard is still in the picture.
    await (visible.find(({ panel }) => panel.active) ?? lastUsed)?.save();
  }

  /** Takes a tab that was open before the window was loaded again, with what its page kept. */
  restore(panel: vscode.WebviewPanel, state: unknown): void {
    const kept = pictureSubject.safeParse((state as { subject?: unknown } | undefined)?.subject);
    if (kept.success && isKnown(kept.data)) this.add(panel, kept.data);
    else panel.dispose();
  }

  /** A tab, which says of which manager it is until that was read. */
  private make({ connectionId }: KnownSubject): vscode.WebviewPanel {
    const name = this.parts.connections.get(connectionId)?.name;
    const title = name === undefined ? l10n.t('Picture') : l10n.t('Picture of {0}', quoted(name));
    return vscode.window.createWebviewPanel(picturePanelType, title, vscode.ViewColumn.Active, {});
  }

  private add(panel: vscode.WebviewPanel, subject: KnownSubject): PicturePanel {
    const shown = new PicturePanel(panel, subject, this.parts);
    this.open.set(keyOf(subject), shown);
    panel.onDidChangeViewState(() => {
      if (panel.active) shown.usedAt = Date.now();
      this.changed();
    });
    panel.onDidDispose(() => {
      this.open.delete(keyOf(subject));
      this.changed();
    });
    this.changed();
    return shown;
  }
}

const keyOf = (subject: KnownSubject) =>
  JSON.stringify([subject.connectionId, subject.kind, subject.ids ?? subject.uuid]);
