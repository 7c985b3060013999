/** uPlot asks the page for its pixels as soon as it is loaded, whichever test runs at that moment; jsdom cannot tell. */
window.matchMedia ??= () => new EventTarget() as MediaQueryList;
/** Nothing can be painted there; jsdom says so at length for each canvas. */
HTMLCanvasElement.prototype.getContext = () => null;
