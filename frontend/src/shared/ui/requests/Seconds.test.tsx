import { act, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { LeftOf, WaitedFor } from '@/shared/ui/requests/Seconds';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const pass = (seconds: number): void => act(() => void vi.advanceTimersByTime(seconds * 1_000));

it('a wait is counted once it is no longer a short one', () => {
  const { container } = render(<WaitedFor />);
  pass(2);
  expect(container.textContent).toBe('');
  pass(2);
  expect(container.textContent).toContain('4 s');
});

it('the time left starts over with each answer, down to one second', () => {
  const left = (): string | null => screen.getByTestId('left').textContent;
  const page = (answer: object) => (
    <p data-testid="left">
      <LeftOf seconds={20} answer={answer} />
    </p>
  );
  const { rerender } = render(page({}));
  expect(left()).toBe('20 s');
  pass(25);
  expect(left()).toBe('1 s');
  rerender(page({}));
  expect(left()).toBe('20 s');
});
