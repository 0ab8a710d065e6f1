export default function NoiseTab() {
  return <p>Noise</p>;
}
