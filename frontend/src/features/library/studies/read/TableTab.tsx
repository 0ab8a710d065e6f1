export default function TableTab() {
  return <p>Table</p>;
}
