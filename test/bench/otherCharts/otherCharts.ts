import { Chart, Decimation, LineController, LineElement, LinearScale, PointElement } from 'chart.js';
import { LineChart } from 'echarts/charts';
import { GridComponent } from 'echarts/components';
import { init, use } from 'echarts/core';
import { CanvasRenderer } from 'echarts/renderers';

/** A point of a line: milliseconds and a number. */
interface Point {
  readonly x: number;
  readonly y: number;
}

/** Draws a line, and answers how to take the drawing away. */
type LineDrawer = (place: HTMLElement, points: Point[]) => () => void;

Chart.register(LineController, LineElement, PointElement, LinearScale, Decimation);
use([LineChart, GridComponent, CanvasRenderer]);

export const chartJs: LineDrawer = (place, points) => {
  const made = new Chart(place.appendChild(document.createElement('canvas')), {
    type: 'line',
    data: { datasets: [{ data: points, pointRadius: 0, borderWidth: 1 }] },
    options: {
      animation: false,
      parsing: false,
      normalized: true,
      scales: { x: { type: 'linear' } },
      plugins: { decimation: { enabled: true, algorithm: 'min-max' } },
    },
  });
  return () => made.destroy();
};

export const echarts: LineDrawer = (place, points) => {
  place.style.height = '260px';
  const made = init(place);
  const series = [
    { type: 'line', data: points.map(({ x, y }) => [x, y]), sampling: 'lttb', showSymbol: false },
  ];
  made.setOption({ animation: false, xAxis: { type: 'time' }, yAxis: {}, series });
  return () => made.dispose();
};
