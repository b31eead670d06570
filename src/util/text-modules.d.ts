/** The bundler loads Markdown as its text (prompts/, examples in tests). */
declare module '*.md' {
  const text: string;
  export default text;
}
