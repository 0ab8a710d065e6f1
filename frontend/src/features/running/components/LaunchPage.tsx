export default function LaunchPage() {
  return <h2>Launch</h2>;
}
