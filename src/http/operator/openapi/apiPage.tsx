import type { Html } from '../../../core/text/html.ts';
import { renderPage, ScrollTable } from '../../page/layout.tsx';
import { Brand } from '../dashboard/operatorParts.tsx';
import type { OpenApi, Operation } from './document.ts';

/** The API for people: the same document as the JSON, without a script. */
export function apiPage({ info, servers, paths }: OpenApi): string {
  const title = 'API';
  return renderPage({
    title,
    width: 'wide',
    top: <Brand home="../">{title}</Brand>,
    body: (
      <>
        <h1>API of Holystone {info.version}</h1>
        <p>
          All addresses begin with <code>{servers[0]?.url}</code>. The same for programs:{' '}
          <a href="./openapi.json">openapi.json</a> (OpenAPI 3.1). A refusal is <code>application/problem+json</code>.
        </p>
        {Object.entries(paths).flatMap(([path, operations]) =>
          Object.entries(operations).map(([method, operation]) => (
            <OneOperation name={`${method.toUpperCase()} ${path}`} operation={operation} />
          )),
        )}
      </>
    ),
  });
}

function OneOperation({ name, operation }: { readonly name: string; readonly operation: Operation }): Html {
  const { summary, description, parameters, requestBody, responses } = operation;
  return (
    <section>
      <h2>{name}</h2>
      <p>
        {summary} {description}
      </p>
      {parameters.length > 0 && (
        <ScrollTable label={`Parameters of ${name}`} columns={['parameter', 'in', 'required', 'example', 'schema']}>
          {parameters.map((one) => (
            <tr>
              <th scope="row">{one.name}</th>
              <td data-label="in">{one.in}</td>
              <td data-label="required">{one.required ? 'yes' : 'no'}</td>
              <td data-label="example">{one.example === undefined ? '' : <code>{String(one.example)}</code>}</td>
              <td data-label="schema">
                <code>{JSON.stringify(one.schema)}</code>
              </td>
            </tr>
          ))}
        </ScrollTable>
      )}
      {requestBody !== undefined && (
        <details>
          <summary>Body of {name}</summary>
          <pre>{JSON.stringify(requestBody, undefined, 2)}</pre>
        </details>
      )}
      <details>
        <summary>Answers of {name}</summary>
        <pre>{JSON.stringify(responses, undefined, 2)}</pre>
      </details>
    </section>
  );
}
