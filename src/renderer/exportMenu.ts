import type { TextFormat } from '../model/results/pageQuestions.js';
import type { ViewSettings } from '../model/results/viewSettings.js';
import { localZone } from '../model/text/timeText.js';
import type { ChartView } from './charts/chartView.js';
import type { MenuEntry } from './menu.js';
import { copyPng, toPng, TooLargeForPng } from './pngPicture.js';
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
    run: () => session.post({ type: 'export', format, settings: onScreen(session) }),
  }));
  const copyMarkdown = {
    label: strings.copyMarkdown,
    run: () => {
      session.post({ type: 'copyMarkdown', settings: onScreen(session) });
      tell(strings.copied(1));
    },
  };
  const asSent = { label: strings.exportAsSent, run: () => session.post({ type: 'export' }) };
  if (!chart) return [...texts, asSent, 'line', copyMarkdown];
  const copyPicture = {
    label: strings.copyPicture,
    run: () =>
      void copyPng(chart.picture()).then(
        () => tell(strings.copied(1)),
        (error: unknown) =>
          tell(
            error instanceof TooLargeForPng
              ? strings.pictureFailed
              : strings.copyRefused(strings.exports.png),
          ),
      ),
  };
  const pictures = pictureEntries(session, chart, tell);
  return [...texts, asSent, 'line', ...pictures, 'line', copyPicture, copyMarkdown];
}

/** How somebody looks at a result, who may be on another computer than the extension. */
const onScreen = ({ settings, zone }: Session): ViewSettings => ({
  ...settings,
  zone: zone === 'local' ? localZone() : zone,
});

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
