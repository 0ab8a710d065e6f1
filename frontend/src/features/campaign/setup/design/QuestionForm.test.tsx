import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { QuestionForm } from '@/features/campaign/setup/design/QuestionForm';
import { FIRST_DESIGN } from '@/features/campaign/setup/draft/design';
import type { DesignDraft } from '@/features/campaign/setup/draft/design';
import { EMPTY } from '@/features/campaign/setup/draft/draft';
import { MemoryRouter } from '@/shared/routing/MemoryRouter.test.support';

function show(design: Partial<DesignDraft>): void {
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json([])));
  const draft = { ...EMPTY, runs: ['a', 'b'], design: { ...FIRST_DESIGN, ...design } };
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter at="/">
        <QuestionForm draft={draft} change={() => {}} troubles={{ ideal_of: 'Name labels.' }} />
      </MemoryRouter>
    </QueryClientProvider>,
  );
}

const chosenIn = (label: string) => screen.getByLabelText<HTMLSelectElement>(label).value;

it('AP asks for labels where it is chosen, although there are none', () => {
  show({ measure: 'AP' });
  expect([chosenIn('By'), chosenIn('Relevant passages of')]).toEqual(['AP', '']);
  expect(screen.getByText('Name labels.')).toBeTruthy();
});

it('labels that are gone stay chosen until others are', () => {
  show({ ideal: 'old', predicted: 'older' });
  expect([chosenIn('Ideal rankings of'), chosenIn('Predicted with')]).toEqual(['old', 'older']);
});

it('without labels neither they nor AP are offered', () => {
  show({});
  expect(screen.queryByText(/Ideal rankings of|Predicted with/)).toBeNull();
  expect(screen.queryByRole('option', { name: 'AP' })).toBeNull();
});
