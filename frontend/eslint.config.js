import hooks from 'eslint-plugin-react-hooks';
import tseslint from 'typescript-eslint';

/** The folders of each area. Each may import those before it, and of other areas none. */
const SUBJECTS = {
  judging: [
    ...['api', 'keys', 'pair', 'frame', 'guideline', 'highlighting', 'outbox', 'visit', 'desk'],
    ...['record', 'dock', 'history', 'passage', 'saving', 'page'],
  ],
  campaign: [
    ...['api', 'kit', 'policy', 'list', 'joining', 'agreement/summary', 'messages', 'assessors'],
    ...['board', 'people', 'guideline'],
    ...['launch', 'frame', 'importing', 'settings', 'labels', 'figures', 'watch'],
    ...['pairs/answers', 'pairs/search'],
    ...['agreement/choice', 'agreement/draw', 'agreement/votes', 'agreement/parts'],
    ...['agreement/assessors', 'agreement/page'],
    ...['pairs/list', 'pairs/heat', 'pairs/decision'],
    ...['pairs/pair', 'adjudicate'],
    ...['setup/draft', 'setup/runs', 'setup/pool', 'setup/scale'],
    ...['setup/review', 'setup/page'],
  ],
  library: [
    ...[
      'api',
      'frame',
      'keeping',
      'runs',
      'shelf',
      'grounds',
      'boards',
      'jobs',
      'pairs',
      'parameters',
      'compute',
      'variants',
    ],
    ...['studies/list', 'studies/read', 'studies/start'],
    ...['studies/noise', 'studies/topics', 'studies/failures', 'labels', 'imports', 'run'],
  ],
  topic: ['api', 'passage', 'page'],
  comparison: [
    'texts',
    'choice',
    'recent',
    'api',
    'kit',
    'keeping',
    'matrix',
    'verdict',
    'scores',
    ...['topics/table', 'topics/views'],
    'significance',
    'order',
    'unjudged',
    'methods',
    'saved',
    'page',
  ],
  help: ['read', 'search', 'page'],
};

/** Pages import the kit of fields; what stands under it is the kit's own affair. */
const KIT = {
  regex: '^@mantine/core',
  message: 'Import a field from @/shared/ui/fields, or add one there.',
};

/** Files under `folder` may not import what `forbidden` (a regular expression) matches. */
const zone = (folder, forbidden, message, ignores = [], others = [KIT]) => ({
  files: [`src/${folder}/**/*.{ts,tsx}`],
  ignores,
  rules: {
    'no-restricted-imports': [
      'error',
      {
        patterns: [
          { regex: forbidden, message },
          { regex: '^\\.\\./', message: 'Write imports from other folders as @/...' },
          ...others,
        ],
      },
    ],
    'no-restricted-syntax': [
      'error',
      { selector: `ImportExpression[source.value=/${forbidden.replaceAll('/', '\\/')}/]`, message },
    ],
  },
});

/** Tests may set up what they test by anything of their area. */
const TESTS = ['**/*.test.{ts,tsx}', '**/testing.ts'];

const allBut = (area, subjects) => `^@/(app/|features/(?!${area}/(${subjects.join('|')})/))`;

const zonesOf = ([area, subjects]) => [
  zone(
    `features/${area}`,
    allBut(area, subjects),
    `${area} imports neither app nor another area; each folder of it stands in eslint.config.js.`,
  ),
  ...subjects.map((subject, index) =>
    zone(
      `features/${area}/${subject}`,
      allBut(area, subjects.slice(0, index + 1)),
      `${subject} imports of ${area} what stands before it in eslint.config.js, and nothing else.`,
      TESTS,
    ),
  ),
];

/** shared <- api <- upload <- features <- app: one direction, and no area knows another. */
const zones = [
  zone('shared', '^@/(api|upload|features|app)/', 'shared imports nothing above it.'),
  zone(
    'shared/ui/fields',
    '^@/(api|upload|features|app)/',
    'shared imports nothing above it.',
    [],
    [],
  ),
  {
    files: ['src/app/**/*.{ts,tsx}'],
    rules: { 'no-restricted-imports': ['error', { patterns: [KIT] }] },
  },
  zone('api', '^@/(upload|features|app)/', 'api imports only shared.'),
  zone('upload', '^@/(features|app)/', 'upload imports only api and shared.'),
  ...Object.entries(SUBJECTS).flatMap(zonesOf),
];

export default tseslint.config(
  { ignores: ['dist', 'src/api/schema.gen.ts'] },
  ...tseslint.configs.strictTypeChecked.map((config) => ({
    ...config,
    files: ['src/**/*.{ts,tsx}', 'help/**/*.ts', 'vite.config.ts'],
  })),
  {
    files: ['src/**/*.{ts,tsx}', 'help/**/*.ts', 'vite.config.ts'],
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
