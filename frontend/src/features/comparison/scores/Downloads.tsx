import { tabAddress } from '@/features/comparison/choice/focus';
import { addressOf } from '@/features/comparison/choice/selection';
import type { Selection } from '@/features/comparison/choice/selection';
import { Link } from '@/shared/routing/Link';
import { useLocation } from '@/shared/routing/location';
import buttons from '@/shared/styles/buttons.module.css';
import { CsvLinks } from '@/shared/ui/CsvLinks';

export function Downloads({ selection }: Readonly<{ selection: Selection }>) {
  const query = addressOf(selection);
  const { search } = useLocation();
  return (
    <p className={buttons.actions}>
      <CsvLinks href={`/api/comparison?format=csv&${query}`}>Download CSV</CsvLinks>
      <a href={`/api/comparison?format=tex&${query}`} download>
        Download LaTeX
      </a>
      <a href={`/api/comparison?format=md&${query}`} download>
        Download Markdown
      </a>
      <a href={`/api/comparison?format=json&${query}`} download="comparison.json">
        Download JSON
      </a>
      <a href={`/api/comparison?format=parquet&${query}`} download>
        Download Parquet
      </a>
      <Link to={tabAddress(search, 'methods')}>Methods for a paper</Link>
    </p>
  );
}
