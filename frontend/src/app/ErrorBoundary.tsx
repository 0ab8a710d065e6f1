import { Component } from 'react';
import type { ReactNode } from 'react';

type Props = Readonly<{ children: ReactNode }>;
type State = Readonly<{ isBroken: boolean }>;

/** The last resort when a page breaks. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { isBroken: false };

  static getDerivedStateFromError(): State {
    return { isBroken: true };
  }

  override render(): ReactNode {
    if (!this.state.isBroken) return this.props.children;
    return (
      <section className="trouble" role="alert">
        <h1>This page broke</h1>
        <p>
          Nothing that was saved is lost. Load the page again; if it stays, tell whoever runs this
          installation.
        </p>
        <p className="actions">
          <button type="button" onClick={() => window.location.reload()}>
            Load again
          </button>
          <a href="/">Your work</a>
        </p>
      </section>
    );
  }
}
