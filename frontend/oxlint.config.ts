import { defineConfig } from 'oxlint';

/** Rules on top of the category `correctness`: the rest of typescript-eslint's strict set, and our own. */
const RULES = [
  ...['no-array-constructor', 'no-console', 'no-useless-constructor', 'no-var', 'prefer-const'],
  ...['prefer-rest-params', 'prefer-spread'],
];
const REACT_RULES = ['rules-of-hooks', 'unsupported-syntax'];
const TYPED_RULES = [
  ...['no-deprecated', 'no-dynamic-delete', 'no-empty-object-type'],
  ...['no-explicit-any', 'no-extraneous-class', 'no-generated-empty-object-type'],
  ...['no-invalid-void-type', 'no-misused-promises', 'no-mixed-enums', 'no-namespace'],
  ...['no-non-null-asserted-nullish-coalescing', 'no-non-null-assertion', 'no-require-imports'],
  ...['no-unnecessary-boolean-literal-compare', 'no-unnecessary-condition'],
  ...['no-unnecessary-template-expression', 'no-unnecessary-type-arguments'],
  ...['no-unnecessary-type-assertion', 'no-unnecessary-type-constraint'],
  ...['no-unnecessary-type-conversion', 'no-unnecessary-type-parameters', 'no-unsafe-argument'],
  ...['no-unsafe-assignment', 'no-unsafe-call', 'no-unsafe-enum-assignment'],
  ...['no-unsafe-enum-comparison', 'no-unsafe-function-type', 'no-unsafe-member-access'],
  ...['no-unsafe-return', 'only-throw-error', 'prefer-literal-enum-member'],
  ...['prefer-promise-reject-errors', 'prefer-reduce-type-parameter', 'prefer-return-this-type'],
  ...['related-getter-setter-pairs', 'require-await', 'unified-signatures'],
  ...['use-unknown-in-catch-callback-variable'],
];

const errors = (prefix: string, rules: string[]) =>
  Object.fromEntries(rules.map((rule) => [`${prefix}/${rule}`, 'error' as const]));

export default defineConfig({
  plugins: ['eslint', 'typescript', 'react'],
  jsPlugins: ['./zones.ts'],
  options: { typeAware: true, denyWarnings: true, reportUnusedDisableDirectives: 'error' },
  ignorePatterns: ['dist', 'public', 'src/api/schema.gen.ts'],
  categories: { correctness: 'error' },
  rules: {
    ...errors('eslint', RULES),
    ...errors('react', REACT_RULES),
    ...errors('typescript', TYPED_RULES),
    'no-unused-vars': ['error', { argsIgnorePattern: null, varsIgnorePattern: null }],
    'max-lines': ['error', 300],
    complexity: ['error', 10],
    'typescript/ban-ts-comment': ['error', { minimumDescriptionLength: 10 }],
    'typescript/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
    'typescript/restrict-plus-operands': [
      'error',
      {
        allowAny: false,
        allowBoolean: false,
        allowNullish: false,
        allowNumberAndString: false,
        allowRegExp: false,
      },
    ],
    'typescript/return-await': ['error', 'error-handling-correctness-only'],
  },
  overrides: [{ files: ['src/**'], rules: { 'regrade/zones': 'error' } }],
});
