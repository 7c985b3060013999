import { window } from '../../ui/doors.js';
import { pickedRow } from '../../ui/pickedRow.js';
import type { Inert } from '../../words/inert.js';
import type { TimeRow } from './timeRows.js';

/** What a list of ranges or times asks for. */
export interface TimeQuestion {
  readonly title: Inert;
  readonly placeholder: Inert;
  /** What is offered to those who type nothing. */
  readonly offered: readonly TimeRow[];
  /** The rows for what is typed. */
  readonly read: (typed: string) => readonly TimeRow[];
}

/** Lets somebody choose a range or a time, or type one, of which the list says what it means; undefined without an answer. */
export async function pickTime(question: TimeQuestion): Promise<TimeRow['answer']> {
  const pick = window.createQuickPick<TimeRow>();
  pick.title = question.title;
  pick.placeholder = question.placeholder;
  pick.sortByLabel = false;
  const list = () => {
    const { rows, active } = listed(question, pick.value);
    pick.items = rows;
    if (active) pick.activeItems = [active];
  };
  list();
  return (await pickedRow(pick, { isAnswer: ({ answer }) => answer !== undefined, onType: list }))?.answer;
}

/** What was typed comes first; while it means nothing yet, Enter takes what it is the beginning or a part of. */
function listed({ offered, read }: TimeQuestion, typed: string) {
  if (typed.trim() === '') return { rows: offered, active: undefined };
  const first = read(typed);
  const texts = first.map(({ answer }) => answer?.text);
  const others = offered.filter(({ answer }) => !answer?.text || !texts.includes(answer.text));
  const word = typed.trim().toLowerCase();
  const found = others.find(({ label }) => label.toLowerCase().includes(word));
  const isRead = first.some(({ answer }) => answer);
  return { rows: [...first, ...others], active: isRead ? first[0] : found };
}
