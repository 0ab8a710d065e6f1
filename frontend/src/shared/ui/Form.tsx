import type { ComponentProps } from 'react';

type Props = Readonly<Omit<ComponentProps<'form'>, 'onSubmit'> & { onSubmit: () => void }>;

/** A form that the page sends itself, without leaving. */
export const Form = ({ onSubmit, ...props }: Props) => (
  <form
    {...props}
    onSubmit={(event) => {
      event.preventDefault();
      onSubmit();
    }}
  />
);
