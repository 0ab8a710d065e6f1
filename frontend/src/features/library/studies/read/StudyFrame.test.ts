import { expect, it } from 'vitest';
import { tabName } from '@/features/library/studies/read/StudyFrame';

it('names the page of a study, whatever the study is called', () => {
  expect(
    ['/library/studies/noise', '/library/studies/noise/table', '/library/studies/table'].map(
      tabName,
    ),
  ).toEqual(['Runs', 'Table', 'Runs']);
});
