import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { GradeButtons } from '@/shared/ui/grades/GradeButtons';

const SCALE = [1, 2].map((value) => ({
  value,
  name: '',
  description: '',
  colour: '#2f5d8a',
  requires_span: false,
}));

it('a double click chooses once', async () => {
  const onChoose = vi.fn();
  render(<GradeButtons label="Grades" scale={SCALE} standing={null} onChoose={onChoose} />);
  await userEvent.dblClick(screen.getByRole('button', { name: '2' }));
  expect(onChoose.mock.calls).toEqual([[2]]);
});
