import type { TextFormat } from '../model/results/pageQuestions.js';
import type { ChartView } from './charts/chartView.js';
import type { MenuEntry } from './menu.js';
import { copyPng, toPng } from './pngPicture.js';
import type { Session } from './session.js';
import { strings } from './strings.js';

/** In the order of the menu. An object, so that the compiler refuses one that lacks a format. */
const textFormats: Readonly<Record<TextFormat, true>> = {
  csv: true,
  titledCsv: true,
  json: true,
  markdown: true,
};

/**
 * The files that a result can be written to, and what can be copied of it; pictures only while a chart is shown.
 * @param tell says what has become of it
 */
export function exportEntries(
  session: Session,
  chart: ChartView | undefined,
  tell: (sentence: string) => void,
): MenuEntry[] {
  const texts = (Object.keys(textFormats) as TextFormat[]).map(format => ({
    label: strings.exports[format],
    run: () => session.post({ type: 'export', format }),
  }));
  const copyMarkdown = {
    label: strings.copyMarkdown,
    run: () => {
      session.post({ type: 'copyMarkdown' });
      tell(strings.copied(1));
    },
  };
  if (!chart) return [...texts, 'line', copyMarkdown];
  const copyPicture = {
    label: strings.copyPicture,
    run: () =>
      void copyPng(chart.picture()).then(
        () => tell(strings.copied(1)),
        () => tell(strings.copyRefused(strings.exports.png)),
      ),
  };
  return [...texts, 'line', ...pictureEntries(session, chart, tell), 'line', copyPicture, copyMarkdown];
}

const pictureEntries = (
  session: Session,
  chart: ChartView,
  tell: (sentence: string) => void,
): MenuEntry[] => [
  {
    label: strings.exports.svg,
    run: () => session.post({ type: 'picture', format: 'svg', data: chart.picture() }),
  },
  {
    label: strings.exports.png,
    run: () =>
      void toPng(chart.picture()).then(
        data => session.post({ type: 'picture', format: 'png', data }),
        () => tell(strings.pictureFailed),
      ),
  },
];
