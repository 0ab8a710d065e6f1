import { Fragment } from 'react';

/** A text in which names stand between backticks. */
export const Coded = ({ text }: Readonly<{ text: string }>) =>
  text
    .split('`')
    .map((part, place) =>
      place % 2 === 1 ? <code key={place}>{part}</code> : <Fragment key={place}>{part}</Fragment>,
    );
