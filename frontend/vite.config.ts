import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import react from '@vitejs/plugin-react';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';
import { help } from './help/plugin.ts';

/** What every page needs, with all that it rests on, is one file: cut into several it compresses worse. */
const NEEDED_BY_ALL =
  /node_modules\/react-dom\/|vite\/preload|rolldown.runtime|src\/(app\/App|api\/(session|keyOf)|shared\/(format\/(numbers|time)|judging\/grades)|shared\/routing\/\w+|shared\/styles\/(layers|fonts|tokens|base|(text|buttons|panel)\.module)|shared\/ui\/(AppearanceMenu|PageTrouble|Waiting)(\.module)?)\.(tsx?|css)$/;

/** The same for the pages in the frame, and for those of one campaign. */
const NEEDED_IN_THE_FRAME =
  /src\/shared\/(styles\/\w+\.module|ui\/(Bar|Nothing|Scroller|Tag)(\.module)?)\.(tsx|css)$/;
const NEEDED_BY_CAMPAIGNS = /src\/features\/campaign\/kit\//;

/** A .gz beside each built file that is shorter by it: the web server sends that one. */
const zipped: Plugin = {
  name: 'zipped',
  apply: 'build',
  writeBundle({ dir = 'dist' }, bundle) {
    for (const name of Object.keys(bundle)) {
      const content = readFileSync(join(dir, name));
      const packed = gzipSync(content, { level: 9 });
      if (packed.length < content.length) writeFileSync(join(dir, `${name}.gz`), packed);
    }
  },
};

const ROOT = fileURLToPath(new URL('.', import.meta.url));

/** `name-Ab3dE`: the classes of one module have one ending, which compresses better than one each. */
function scopedName(name: string, module: string): string {
  const place = relative(ROOT, module.replace(/\?.*/, ''));
  return `${name}-${createHash('sha256').update(place).digest('base64url').slice(0, 5)}`;
}

/** The licences of the fonts go where the fonts go. */
const FONTS = ['inter', 'source-serif-4'];
const fontLicences: Plugin = {
  name: 'font-licences',
  apply: 'build',
  generateBundle() {
    for (const font of FONTS) {
      const source = readFileSync(`node_modules/@fontsource-variable/${font}/LICENSE`);
      this.emitFile({ type: 'asset', fileName: `assets/${font}-LICENSE.txt`, source });
    }
  },
};

export default defineConfig(({ command }) => ({
  // Django serves the built files under /static/ and index.html for every page address.
  base: command === 'build' ? '/static/' : '/',
  plugins: [react(), help(ROOT), fontLicences, zipped],
  resolve: { alias: { '@': fileURLToPath(new URL('./src', import.meta.url)) } },
  // All of the API but the page about it.
  server: { proxy: { '^/api/(?!docs)': 'http://127.0.0.1:8000' } },
  css: { modules: { generateScopedName: scopedName } },
  build: {
    target: 'es2023',
    sourcemap: false,
    manifest: true,
    // What ships in the browser, with its licences; *About* links to it.
    license: { fileName: 'notices.txt' },
    // Every browser of that year knows modulepreload.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      // Asked for by parts of jsPDF that are not used: pictures of pages, and SVG as pixels.
      external: ['canvg', 'dompurify', 'html2canvas'],
      output: {
        codeSplitting: {
          groups: [
            { name: 'base', test: NEEDED_BY_ALL },
            { name: 'frame', test: NEEDED_IN_THE_FRAME },
            { name: 'campaign', test: NEEDED_BY_CAMPAIGNS },
          ],
        },
      },
    },
  },
  test: {
    environment: 'jsdom',
    include: ['*.test.ts', 'src/**/*.test.{ts,tsx}', 'help/**/*.test.ts'],
    setupFiles: ['src/shared/setup.test.support.ts'],
    css: { modules: { classNameStrategy: 'non-scoped' } },
    restoreMocks: true,
    unstubGlobals: true,
    // One jsdom a worker: making one for each file took four fifths of the time.
    isolate: false,
  },
}));
