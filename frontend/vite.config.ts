import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

export default defineConfig(({ command }) => ({
  // Django serves the built files under /static/ and index.html for every page address.
  base: command === 'build' ? '/static/' : '/',
  plugins: [react()],
  resolve: { alias: { '@': fileURLToPath(new URL('./src', import.meta.url)) } },
  server: { proxy: { '/api': 'http://127.0.0.1:8000' } },
  // Every browser of that year knows modulepreload.
  build: { target: 'es2023', sourcemap: false, manifest: true, modulePreload: { polyfill: false } },
  test: {
    environment: 'jsdom',
    include: ['src/**/*.test.{ts,tsx}'],
    setupFiles: ['src/shared/testing/setup.ts'],
    restoreMocks: true,
    unstubGlobals: true,
    // One jsdom a worker: making one for each file took four fifths of the time.
    isolate: false,
  },
}));
