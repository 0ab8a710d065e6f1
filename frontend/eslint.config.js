import { readdirSync } from 'node:fs';
import hooks from 'eslint-plugin-react-hooks';
import tseslint from 'typescript-eslint';

const areas = readdirSync(new URL('./src/features', import.meta.url));

/** Files under `folder` may not import what `forbidden` (a regular expression) matches. */
const zone = (folder, forbidden, message) => ({
  files: [`src/${folder}/**/*.{ts,tsx}`],
  rules: {
    'no-restricted-imports': [
      'error',
      {
        patterns: [
          { regex: forbidden, message },
          { regex: '^\\.\\./', message: 'Write imports from other folders as @/...' },
        ],
      },
    ],
    'no-restricted-syntax': [
      'error',
      { selector: `ImportExpression[source.value=/${forbidden.replaceAll('/', '\\/')}/]`, message },
    ],
  },
});

/** shared <- api <- features <- app: one direction, and no area knows another. */
const zones = [
  zone('shared', '^@/(api|features|app)/', 'shared imports nothing above it.'),
  zone('api', '^@/(features|app)/', 'api imports only shared.'),
  ...areas.map((area) =>
    zone(
      `features/${area}`,
      `^@/(app/|features/(?!${area}/))`,
      `${area} imports neither app nor another area.`,
    ),
  ),
];

export default tseslint.config(
  { ignores: ['dist', 'src/api/schema.gen.ts'] },
  ...tseslint.configs.strictTypeChecked.map((config) => ({
    ...config,
    files: ['src/**/*.{ts,tsx}', 'vite.config.ts'],
  })),
  {
    files: ['src/**/*.{ts,tsx}', 'vite.config.ts'],
    languageOptions: { parserOptions: { projectService: true } },
    rules: {
      'max-lines': ['error', 300],
      complexity: ['error', 10],
      'no-console': 'error',
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
    },
  },
  { files: ['src/**/*.{ts,tsx}'], ...hooks.configs.flat.recommended },
  ...zones,
);
