import { Link } from '@/shared/routing/Link';

export default function NotFound() {
  return (
    <section className="trouble">
      <title>Not found · Regrade</title>
      <h1>There is no page at this address</h1>
      <p>It may have been mistyped, or the link is older than the page.</p>
      <p className="actions">
        <Link to="/">Your work</Link>
      </p>
    </section>
  );
}
