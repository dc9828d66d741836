// Posts the same body twice over one connection, and prints what happened to the second call.
import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.URI;

class UrlConnection {
	static void post(String[] args) throws IOException {
		var connection = (HttpURLConnection) URI.create(args[0]).toURL().openConnection();
		connection.setRequestMethod("POST");
		connection.setDoOutput(true);
		connection.setRequestProperty("Content-Type", "application/json");
		try (var output = connection.getOutputStream()) {
			output.write(args[1].getBytes());
		}
		try (var input = connection.getInputStream()) {
			input.readAllBytes();
		}
	}

	public static void main(String[] args) throws IOException {
		post(args);
		try {
			post(args);
			System.out.println("answered");
		} catch (IOException failure) {
			System.out.println("failed: " + failure.getMessage());
		}
	}
}
