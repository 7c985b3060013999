import {
  topologyPicture,
  type TopologyPicture,
  type TopologyTypes,
} from '../../../model/pictures/topology/topologyPicture.js';
import { graphTexts, type GraphFormat } from '../../../model/pictures/topology/topologyText.js';
import type { DrawnPage, KindTools, PageKind } from '../pageKind.js';
import { TopologyGestures } from '../topologyGestures.js';
import { TopologyTools } from '../topologyTools.js';

export const page: PageKind<TopologyTypes> = { kind: topologyPicture, tools };

function tools(page: DrawnPage<TopologyTypes>): KindTools<TopologyTypes> {
  let picture: TopologyPicture | undefined;
  const branches = new TopologyGestures(page);
  const tools = new TopologyTools(page, branches);
  const textOf = (format: GraphFormat) =>
    picture ? graphTexts[format](picture.topology, picture.title) : '';
  const copy = (format: GraphFormat) => page.post({ type: 'copy', text: textOf(format), format });
  const save = (format: GraphFormat) => page.post({ type: 'save', data: textOf(format), format });
  return {
    gestures: [branches],
    actions: {
      openMore: () => tools.change({ kind: 'more' }),
      openUsual: () => tools.change({ kind: 'usual' }),
      flows: () => tools.turn(),
      copyDot: () => copy('dot'),
      saveDot: () => save('dot'),
      copyMermaid: () => copy('mermaid'),
      saveMermaid: () => save('mermaid'),
    },
    kept: () => {
      const { topology, filter } = page.state;
      return topology && { ...topology, ...(filter && { filter }) };
    },
    // What is open the extension knows; the page keeps it.
    receive: received => page.update({ topology: received.topology.kept }),
    look: shown => {
      tools.follow(shown.topology);
      picture = shown;
      return shown;
    },
    forgetFilter: () => tools.forget(),
    lookFor: filter => tools.lookFor(filter),
    drift: placed => branches.drift(placed),
    drawn: (before, placed) => {
      tools.showFirst();
      branches.follow(before, placed);
    },
  };
}
