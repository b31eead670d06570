/** Addresses as the webview may load them, already made with `asWebviewUri`. */
export interface PanelPage {
  /** dist/webview/panel.js */
  readonly script: string;
  /** dist/webview/panel.css */
  readonly style: string;
  /** dist/webview/codicon.css, which loads codicon.ttf from beside it */
  readonly icons: string;
  /** `webview.cspSource` */
  readonly cspSource: string;
  /** Fresh for every page. */
  readonly nonce: string;
  /** Display language, for screen readers and line breaking: `vscode.env.language`. */
  readonly language: string;
  readonly title: string;
}

/**
 * The panel's HTML page: nothing but the bundle under a strict policy. No inline style, no inline script, no connection to anywhere,
 * images and forms not at all.
 */
export function panelPage(page: PanelPage): string {
  const policy = [
    "default-src 'none'",
    `style-src ${page.cspSource}`,
    `font-src ${page.cspSource}`,
    `script-src 'nonce-${page.nonce}'`,
    "form-action 'none'",
    "base-uri 'none'",
  ].join('; ');
  return `<!DOCTYPE html>
<html lang="${attribute(page.language)}">
<head>
<meta charset="UTF-8">
<meta http-equiv="Content-Security-Policy" content="${attribute(policy)}">
<meta name="viewport" content="width=device-width, initial-scale=1.0">
<link rel="stylesheet" id="vscode-codicon-stylesheet" href="${attribute(page.icons)}">
<link rel="stylesheet" href="${attribute(page.style)}">
<title>${attribute(page.title)}</title>
</head>
<body>
<div id="announcer" class="sr-only" role="status" aria-live="polite"></div>
<div id="panel"></div>
<script type="module" nonce="${attribute(page.nonce)}" src="${attribute(page.script)}"></script>
</body>
</html>
`;
}

function attribute(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('"', '&quot;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');
}
