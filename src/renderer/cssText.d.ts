/** esbuild gives style sheets as text. */
declare module '*.css' {
  const css: string;
  export default css;
}
