// Light or dark and the size of the text, as they were chosen in this browser. This file runs before
// anything is painted, so that no page flashes; src/shared/appearance.ts is where they are chosen.
(() => {
  const dark = window.matchMedia('(prefers-color-scheme: dark)');
  const PAPER = { light: '#fbfaf7', dark: '#16171a' };

  function chosen(name) {
    try {
      return localStorage.getItem(`regrade.${name}`);
    } catch {
      return null; // where storage is switched off
    }
  }

  function apply() {
    const { dataset } = document.documentElement;
    const theme = chosen('theme');
    dataset.theme = theme in PAPER ? theme : dark.matches ? 'dark' : 'light';
    dataset.textSize = chosen('text-size') ?? 'm';
    const around = document.querySelector('meta[name="theme-color"]');
    around?.setAttribute('content', PAPER[dataset.theme]);
    window.dispatchEvent(new Event('regrade:appearance'));
  }

  apply();
  dark.addEventListener('change', apply);
  window.addEventListener('storage', apply);
  window.addEventListener('regrade:chosen', apply);
})();
