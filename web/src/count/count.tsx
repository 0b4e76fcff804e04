export function Count(_: { params: URLSearchParams }) {
  return <h1>Count</h1>;
}
