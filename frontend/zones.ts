import { join, relative } from 'node:path';

const SOURCES = join(import.meta.dirname, 'src');

/** Each layer imports only those before it; main.tsx, which is none of them, imports all. */
const LAYERS = ['shared', 'api', 'upload', 'features', 'app'];

/** The folders of each area. Each may import those before it, and of other areas none. */
const SUBJECTS: Record<string, string[]> = {
  judging: [
    ...['api', 'keys', 'pair', 'frame', 'guideline', 'highlighting', 'outbox', 'visit'],
    ...['search', 'desk'],
    ...['record', 'dock', 'history', 'finding', 'passage', 'saving', 'page'],
  ],
  campaign: [
    ...['api', 'kit', 'policy', 'archive', 'list', 'joining', 'agreement/summary', 'messages'],
    ...['assessors'],
    ...['frame', 'board', 'people', 'guideline', 'launch'],
    ...['importing', 'settings', 'labels', 'figures', 'watch', 'topics'],
    ...['pairs/answers', 'pairs/search'],
    ...['agreement/choice', 'agreement/draw', 'agreement/votes', 'agreement/parts'],
    ...['agreement/assessors', 'agreement/page'],
    ...['pairs/list', 'pairs/heat', 'pairs/decision'],
    ...['pairs/pair', 'adjudicate'],
    ...['whatif/state', 'whatif/controls', 'whatif/figures', 'whatif/answers'],
    ...['whatif/turning', 'whatif/keep', 'whatif/page'],
    ...['setup/draft', 'setup/runs', 'setup/active', 'setup/design', 'setup/pool', 'setup/known'],
    ...['setup/scale', 'setup/review', 'setup/page'],
  ],
  library: [
    ...[
      'api',
      'frame',
      'archiving',
      'runs',
      'shelf',
      'calls',
      'collections',
      'leaderboards',
      'jobs',
      'pairs',
    ],
    ...['parameters', 'compute', 'variants'],
    ...['studies/list', 'studies/read', 'studies/start'],
    ...['studies/noise', 'studies/topics', 'studies/failures', 'labels', 'imports', 'run'],
    ...['trainings/read', 'trainings/list', 'trainings/start'],
  ],
  topic: ['api', 'passage', 'page'],
  comparison: [
    ...['texts', 'choice', 'recent', 'api', 'kit', 'saved/save', 'verdict', 'table'],
    ...['topics/table', 'topics/views'],
    ...['significance', 'order', 'unjudged', 'methods', 'saved/page', 'page'],
  ],
  help: ['read', 'search', 'page', 'api'],
};

/** Tests may set up what they test by anything of their area. */
const TEST = /\.test\./;

/** Where a path of src lies. Outside the layers is index 5, above all; outside the subjects is -1. */
function place(path: string) {
  const [layer = '', area = ''] = path.split('/');
  const subjects = SUBJECTS[area] ?? [];
  return {
    layer: [...LAYERS, layer].indexOf(layer),
    area,
    subject: subjects.findIndex((subject) => path.startsWith(`features/${area}/${subject}/`)),
  };
}

/** What forbids a file of src to import another one, if anything. */
function crossed(path: string, imported: string) {
  const [from, to] = [place(path), place(imported)];
  if (to.layer > from.layer)
    return `${LAYERS[from.layer]} imports nothing above it: ${LAYERS.join(' <- ')}.`;
  if (from.layer !== LAYERS.indexOf('features') || to.layer < from.layer) return undefined;
  if (to.area !== from.area || to.subject === -1)
    return `${from.area} imports no other area; each folder of it stands in zones.ts.`;
  const early = to.subject > from.subject && !TEST.test(path);
  return early
    ? `A folder of ${from.area} imports of it only what stands before it in zones.ts.`
    : undefined;
}

/**
 * What forbids an import as written in a file, if anything, given the file's path from src. Pages
 * import the kit of fields, not what it is made of.
 */
export function wrong(path: string, imported: unknown) {
  if (path.split('/')[0] === '..') return 'This file lies outside src, where zones.ts has no say.';
  if (typeof imported !== 'string') return 'Write in quotes what is imported.';
  if (imported.startsWith('.') && imported.split('/').includes('..'))
    return 'Write imports from other folders as @/...';
  if (imported.startsWith('@mantine/core') && !path.startsWith('shared/ui/fields/'))
    return 'Import a field from @/shared/ui/fields, or add one there.';
  return imported.startsWith('@/') ? crossed(path, imported.slice(2)) : undefined;
}

interface Importing {
  source: { type: string; value?: unknown } | null;
}

interface Context {
  filename: string;
  report: (found: { node: Importing; message: string }) => void;
}

/** Static and dynamic imports keep to the zones, those of types and stylesheets as well. */
export default {
  meta: { name: 'regrade' },
  rules: {
    zones: {
      create(context: Context) {
        const path = relative(SOURCES, context.filename);
        const check = (node: Importing) => {
          if (node.source === null) return;
          const message = wrong(path, node.source.value);
          if (message !== undefined) context.report({ node, message });
        };
        return {
          ImportDeclaration: check,
          ImportExpression: check,
          ExportAllDeclaration: check,
          ExportNamedDeclaration: check,
          TSImportType: check,
        };
      },
    },
  },
};
