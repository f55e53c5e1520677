/** The live instances: their configuration, and whether they obey the last change of the control. */
import type { Namespace } from '../../../core/resource/namespace.ts';
import { Note, ScrollTable, Tag } from '../../page/layout.tsx';
import { consolePage } from './frame.tsx';
import type { FrameState } from './frameState.ts';

export interface InstancesView extends FrameState {
  readonly drift: ReadonlyMap<Namespace, string>;
}

const SHOWN = 100;

export function instancesPage({ frame, instances, drift, control, unreadyBecause }: InstancesView): string {
  const sorted = instances.toSorted((a, b) => (a.name < b.name ? -1 : 1));
  return consolePage({
    title: 'Instances',
    frame,
    here: 'Instances',
    json: 'api/v1/instances',
    command: 'holystone status',
    isLive: true,
    body: (
      <>
        <h1>Instances</h1>
        {unreadyBecause.length > 0 && (
          <Note tone="bad">
            <p>Not ready:</p>
            <ul>
              {unreadyBecause.map((why) => (
                <li>{why}</li>
              ))}
            </ul>
          </Note>
        )}
        {sorted.length === 0 ? (
          <p class="card quiet">No instance announced itself in the last 30 seconds.</p>
        ) : (
          <ScrollTable label="Instances" columns={['Instance', 'Id', 'Configuration', 'Control']}>
            {sorted.slice(0, SHOWN).map(({ name, id, configuration, obeys }) => (
              <tr>
                <td>{name}</td>
                <td data-label="Id" class="id">
                  {id}
                </td>
                <td data-label="Configuration" class="id">
                  {configuration.slice(0, 12)}
                </td>
                <td data-label="Control">
                  {obeys >= control.version ? (
                    'obeys the last change'
                  ) : (
                    <Tag tone="bad">does not obey the last change</Tag>
                  )}
                </td>
              </tr>
            ))}
          </ScrollTable>
        )}
        <h2>Different configurations</h2>
        {drift.size === 0 ? (
          <p class="quiet">All instances run with the same configuration.</p>
        ) : (
          <>
            <p>Nothing is deleted in these namespaces until the instances agree.</p>
            <ScrollTable label="Different configurations" columns={['Namespace', 'Instances']}>
              {[...drift].slice(0, SHOWN).map(([namespace, why]) => (
                <tr>
                  <td class="id">{namespace}</td>
                  <td data-label="Instances">{why}</td>
                </tr>
              ))}
            </ScrollTable>
          </>
        )}
      </>
    ),
  });
}
