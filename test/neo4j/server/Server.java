import java.nio.file.Files;
import java.nio.file.Path;
import org.neo4j.configuration.GraphDatabaseSettings;
import org.neo4j.configuration.connectors.BoltConnector;
import org.neo4j.configuration.connectors.HttpConnector;
import org.neo4j.configuration.helpers.SocketAddress;
import org.neo4j.dbms.api.DatabaseManagementServiceBuilder;

/** Runs Neo4j Community in this process: Bolt on a loopback port, one user, until standard input ends. */
final class Server {
    public static void main(String[] args) throws Exception {
        var home = Path.of(args[0]);
        var port = Integer.parseInt(args[1]);
        var password = args[2];
        var readOnly = args.length > 3 && args[3].equals("read-only");
        var builder = new DatabaseManagementServiceBuilder(home)
            .setConfig(BoltConnector.enabled, true)
            .setConfig(BoltConnector.listen_address, new SocketAddress("127.0.0.1", port))
            .setConfig(BoltConnector.advertised_address, new SocketAddress("127.0.0.1", port))
            .setConfig(HttpConnector.enabled, false)
            .setConfig(GraphDatabaseSettings.auth_enabled, true);
        if (readOnly) builder.setConfig(GraphDatabaseSettings.read_only_databases, java.util.Set.of("neo4j"));
        var isNew = !Files.exists(home.resolve("data"));
        var service = builder.build();
        if (isNew) service.database("system").executeTransactionally(
            "ALTER USER neo4j SET PASSWORD $password CHANGE NOT REQUIRED", java.util.Map.of("password", password));
        System.out.println("READY " + port);
        while (System.in.read() >= 0) { }
        service.shutdown();
        System.exit(0);
    }
}
