import * as l10n from '@vscode/l10n';
import { joined, type Inert } from '../../words/inert.js';

/** What is said of a change of a domain while it is made and once it has ended. */
export interface DomainWords {
  /** For somebody who finds it interrupted. */
  readonly doing: Inert;
  readonly writing: Inert;
  readonly done: Inert;
  /** Of one that was answered and not looked at again. */
  readonly unread: (reason: Inert) => Inert;
  readonly differs: (names: Inert) => Inert;
  readonly unknown: (reason: Inert) => Inert;
}

/** What to do while nobody knows what became of a change. */
export const lookFirst = (): Inert => l10n.t('Look at the tree again before you repeat this.');

/** Of everything below a domain that is replaced. */
export const overwriteWords = (name: Inert, manager: Inert): DomainWords => ({
  doing: l10n.t('overwriting {0} on {1}', name, manager),
  writing: l10n.t('Overwriting {0} on {1}…', name, manager),
  done: l10n.t('{0} was overwritten.', name),
  unread: reason =>
    joined([
      l10n.t('The manager took the overwrite of {0}, but it could not be read again.', name),
      reason,
      lookFirst(),
    ]),
  differs: names => l10n.t('{0} was overwritten, but these differ from the plan: {1}.', name, names),
  unknown: reason => l10n.t('It is not known whether {0} was overwritten. {1}', name, reason),
});

/** Of the access points of a domain that are replaced. */
export const overrideWords = (name: Inert, manager: Inert): DomainWords => ({
  doing: l10n.t('overriding access points of {0} on {1}', name, manager),
  writing: l10n.t('Overriding the access points of {0} on {1}…', name, manager),
  done: l10n.t('The access points of {0} were overridden.', name),
  unread: reason =>
    joined([
      l10n.t(
        'The manager took the override of the access points of {0}, but they could not be read again.',
        name,
      ),
      reason,
      lookFirst(),
    ]),
  differs: names =>
    l10n.t('The access points of {0} were overridden, but these differ from the plan: {1}.', name, names),
  unknown: reason =>
    l10n.t('It is not known whether the access points of {0} were overridden. {1}', name, reason),
});

/** Of what a backup holds, which is put back. */
export const restoreWords = (name: Inert, manager: Inert): DomainWords => ({
  doing: l10n.t('restoring {0} on {1}', name, manager),
  writing: l10n.t('Restoring {0} on {1}…', name, manager),
  done: l10n.t('{0} was restored.', name),
  unread: reason =>
    joined([
      l10n.t('The manager took what restores {0}, but it could not be read again.', name),
      reason,
      lookFirst(),
    ]),
  differs: names => l10n.t('{0} was restored, but these differ from the plan: {1}.', name, names),
  unknown: reason => l10n.t('It is not known whether {0} was restored. {1}', name, reason),
});
